<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Countersign</name>
    <message>
        <source>Countersign</source>
        <translation>Countersign</translation>
    </message>
</context>
<context>
    <name>Countersign::Actions::KeyRules</name>
    <message>
        <source>%1 is more than one stroke; an action has keys of one stroke.</source>
        <translation>%1 需要按多次；操作的按键只能按一次。</translation>
    </message>
    <message>
        <source>%1 is typed into messages; an action of the whole window needs Ctrl or Alt with it, or a function key.</source>
        <translation>%1 会输入到消息中；整个窗口的操作需要加上 Ctrl 或 Alt，或使用功能键。</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>%1 alone is no key for an action.</source>
        <translation>单独的 %1 不能作为操作的按键。</translation>
    </message>
    <message>
        <source>%1 always moves the keyboard on, so no action can have it.</source>
        <translation>%1 始终用于移动键盘焦点，不能分配给操作。</translation>
    </message>
    <message>
        <source>%1 always leads back, so no action can have it.</source>
        <translation>%1 始终用于返回，不能分配给操作。</translation>
    </message>
    <message>
        <source>%1 always presses buttons, opens entries or sends messages, so no action can have it.</source>
        <translation>%1 始终用于按下按钮、打开条目或发送消息，不能分配给操作。</translation>
    </message>
    <message>
        <source>%1 always moves in lists or changes texts, so no action can have it.</source>
        <translation>%1 始终用于在列表中移动或编辑文字，不能分配给操作。</translation>
    </message>
</context>
<context>
    <name>Countersign::Actions::Keymap</name>
    <message>
        <source>“%1” is no action that is known here, so its keys are kept and do nothing.</source>
        <translation>此处没有名为“%1”的操作，其按键会保留，但不起作用。</translation>
    </message>
    <message>
        <source>“%1” is no key; write it as F8, N or Ctrl+Shift+K.</source>
        <translation>“%1”不是按键；请写成 F8、N 或 Ctrl+Shift+K 的形式。</translation>
    </message>
    <message>
        <source>%1 “%2” keeps its built-in keys (%3).</source>
        <translation>%1“%2”保留内置按键（%3）。</translation>
    </message>
    <message>
        <source>%1 is the key of “%2” already, so “%3” keeps its built-in keys (%4).</source>
        <translation>%1 已是“%2”的按键，因此“%3”保留内置按键（%4）。</translation>
    </message>
</context>
<context>
    <name>Countersign::Actions::Registry</name>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
</context>
<context>
    <name>Countersign::Changes::ChangesPanel</name>
    <message>
        <source>Changes of this session</source>
        <translation>此会话的改动</translation>
    </message>
    <message>
        <source>Put back this place</source>
        <translation>恢复此处</translation>
    </message>
    <message>
        <source>Put back file</source>
        <translation>恢复文件</translation>
    </message>
    <message>
        <source>Undo put-back</source>
        <translation>撤销恢复</translation>
    </message>
    <message>
        <source>Redo put-back</source>
        <translation>重做恢复</translation>
    </message>
    <message>
        <source>Previous Place</source>
        <translation>上一处</translation>
    </message>
    <message>
        <source>Goes to the changed place before, then to the file before.</source>
        <translation>转到上一处改动，然后转到上一个文件。</translation>
    </message>
    <message>
        <source>Next Place</source>
        <translation>下一处</translation>
    </message>
    <message>
        <source>Goes to the next changed place, then to the next file.</source>
        <translation>转到下一处改动，然后转到下一个文件。</translation>
    </message>
    <message>
        <source>Close the Changes</source>
        <translation>关闭改动</translation>
    </message>
    <message>
        <source>Closes the changes of this session.</source>
        <translation>关闭此会话的改动。</translation>
    </message>
    <message>
        <source>Put Back This Place</source>
        <translation>恢复此处</translation>
    </message>
    <message>
        <source>Puts the current place back as it was before.</source>
        <translation>将当前一处恢复为之前的样子。</translation>
    </message>
    <message>
        <source>Put Back File</source>
        <translation>恢复文件</translation>
    </message>
    <message>
        <source>Puts the file back as it was before, but for what was changed since.</source>
        <translation>将文件恢复为之前的样子，保留之后的改动。</translation>
    </message>
    <message>
        <source>Undo Put-Back</source>
        <translation>撤销恢复</translation>
    </message>
    <message>
        <source>Brings back what was put back last.</source>
        <translation>撤销最近一次恢复。</translation>
    </message>
    <message>
        <source>Redo Put-Back</source>
        <translation>重做恢复</translation>
    </message>
    <message>
        <source>Puts back once more what was undone last.</source>
        <translation>重新执行最近一次被撤销的恢复。</translation>
    </message>
    <message>
        <source>by a command</source>
        <translation>由命令改动</translation>
    </message>
    <message>
        <source>Not recorded: %1</source>
        <translation>未记录：%1</translation>
    </message>
    <message>
        <source>This session has changed no file.</source>
        <translation>此会话没有改动任何文件。</translation>
    </message>
    <message>
        <source>The changes are being looked for…</source>
        <translation>正在查找改动…</translation>
    </message>
    <message>
        <source>Nothing of this change is left.</source>
        <translation>此改动已全部恢复。</translation>
    </message>
    <message>
        <source>The change cannot be shown. %1</source>
        <translation>无法显示此改动。%1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>第 %1 处，共 %2 处</translation>
    </message>
    <message>
        <source>Put back: %1</source>
        <translation>已恢复：%1</translation>
    </message>
    <message>
        <source>Undone: %1</source>
        <translation>已撤销：%1</translation>
    </message>
    <message>
        <source>Put back once more: %1</source>
        <translation>已重新恢复：%1</translation>
    </message>
    <message>
        <source>Nothing was kept of what this session changed.</source>
        <translation>此会话的改动均未保留。</translation>
    </message>
</context>
<context>
    <name>Countersign::Changes::GroupList</name>
    <message>
        <source>Turns</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>All turns</source>
        <translation>所有轮次</translation>
    </message>
    <message>
        <source>Without a prompt</source>
        <translation>没有提示</translation>
    </message>
    <message numerus="yes">
        <source>%n files</source>
        <translation>
            <numerusform>%n 个文件</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Countersign::Composer::Composer</name>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Message to the agent</source>
        <translation>给智能体的消息</translation>
    </message>
    <message>
        <source>Message the agent…</source>
        <translation>给智能体写消息…</translation>
    </message>
    <message>
        <source>Send the message (Enter)</source>
        <translation>发送消息（Enter）</translation>
    </message>
    <message>
        <source>Stop the agent&apos;s run</source>
        <translation>停止智能体的运行</translation>
    </message>
</context>
<context>
    <name>Countersign::Conversation</name>
    <message>
        <source>(%1, %2 bytes)</source>
        <translation>（%1，%2 字节）</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 分 %2 秒</translation>
    </message>
    <message>
        <source>%1 of %2 done</source>
        <translation>已完成 %1/%2</translation>
    </message>
</context>
<context>
    <name>Countersign::Conversation::ConversationModel</name>
    <message numerus="yes">
        <source>… %n more characters: copy the entry to read them</source>
        <translation>
            <numerusform>…… 还有 %n 个字符：复制此条目即可阅读</numerusform>
        </translation>
    </message>
    <message>
        <source>Review</source>
        <translation>审阅</translation>
    </message>
    <message>
        <source>Thought</source>
        <translation>思考</translation>
    </message>
    <message>
        <source>The turn was interrupted.</source>
        <translation>这一轮被中断了。</translation>
    </message>
    <message>
        <source>You</source>
        <translation>你</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>智能体</translation>
    </message>
    <message>
        <source>Countersign</source>
        <translation>Countersign</translation>
    </message>
    <message>
        <source>You: %1</source>
        <translation>你：%1</translation>
    </message>
    <message>
        <source>Agent: %1</source>
        <translation>智能体：%1</translation>
    </message>
    <message>
        <source>Thought: %1</source>
        <translation>思考：%1</translation>
    </message>
    <message>
        <source>Show Change</source>
        <translation>查看改动</translation>
    </message>
</context>
<context>
    <name>Countersign::Conversation::ConversationView</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the current entry</source>
        <translation>复制当前条目</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>对话</translation>
    </message>
    <message numerus="yes">
        <source>%n new – jump to latest</source>
        <translation>
            <numerusform>%n 条新内容 – 跳到最新</numerusform>
        </translation>
    </message>
    <message>
        <source>Show Change</source>
        <translation>查看改动</translation>
    </message>
    <message>
        <source>Show the change that the current call did not make</source>
        <translation>查看当前调用没有做成的改动</translation>
    </message>
</context>
<context>
    <name>Countersign::Inbox::Card</name>
    <message>
        <source>Allow once</source>
        <translation>允许一次</translation>
    </message>
    <message>
        <source>Review ▸</source>
        <translation>审阅 ▸</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>审阅</translation>
    </message>
    <message>
        <source>The command is longer than this card shows: open the review.</source>
        <translation>命令比此卡片显示的更长：请打开审阅。</translation>
    </message>
</context>
<context>
    <name>Countersign::Inbox::CodeBlock</name>
    <message>
        <source>⋯ more: open the review</source>
        <translation>⋯ 还有更多：请打开审阅</translation>
    </message>
</context>
<context>
    <name>Countersign::Inbox::DeskCard</name>
    <message>
        <source>now</source>
        <translation>刚刚</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 小时</translation>
    </message>
    <message>
        <source>%1 d</source>
        <translation>%1 天</translation>
    </message>
</context>
<context>
    <name>Countersign::Inbox::InboxPanel</name>
    <message>
        <source>Nothing waits for you. What an agent may not do by itself appears here.</source>
        <translation>没有等你答复的请求。智能体不能自行决定的事会出现在这里。</translation>
    </message>
    <message>
        <source>Inbox</source>
        <translation>收件箱</translation>
    </message>
    <message>
        <source>Go to the Inbox</source>
        <translation>转到收件箱</translation>
    </message>
    <message>
        <source>Moves the keyboard to the oldest request that waits for you.</source>
        <translation>把键盘焦点移到等你答复的最早的请求。</translation>
    </message>
    <message>
        <source>Allow Once</source>
        <translation>允许一次</translation>
    </message>
    <message>
        <source>Allows what the card that has the keyboard shows whole, this time only.</source>
        <translation>允许当前卡片上完整显示的内容，仅限这一次。</translation>
    </message>
</context>
<context>
    <name>Countersign::Inbox::QuestionCard</name>
    <message>
        <source>The agent asks you</source>
        <translation>智能体有问题要问你</translation>
    </message>
    <message numerus="yes">
        <source>The agent asks you %n things</source>
        <translation>
            <numerusform>智能体有 %n 个问题要问你</numerusform>
        </translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Dismiss…</source>
        <translation>不回答…</translation>
    </message>
    <message>
        <source>Words for the agent</source>
        <translation>写给智能体的话</translation>
    </message>
    <message>
        <source>Tell the agent why, or what to do instead</source>
        <translation>告诉智能体原因，或者改做什么</translation>
    </message>
    <message>
        <source>Dismiss with words</source>
        <translation>附言，不回答</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>Choose or write an answer first.</source>
        <translation>请先选择或写下答案。</translation>
    </message>
    <message>
        <source>%1 of %2 answered</source>
        <translation>已回答 %1/%2</translation>
    </message>
    <message>
        <source>Dismiss and stop</source>
        <translation>不回答并停止</translation>
    </message>
    <message>
        <source>The agent reads your words instead of an answer, and continues.</source>
        <translation>智能体会读到你的话（而不是答案），然后继续。</translation>
    </message>
    <message>
        <source>Without words the run stops. With words the agent reads them and continues.</source>
        <translation>不附言则运行停止。附言则智能体读到后继续。</translation>
    </message>
</context>
<context>
    <name>Countersign::Inbox::QuestionItem</name>
    <message>
        <source>In my own words:</source>
        <translation>用我自己的话：</translation>
    </message>
    <message>
        <source>Your own answer to: %1</source>
        <translation>你对此问题的回答：%1</translation>
    </message>
    <message>
        <source>Your answer</source>
        <translation>你的回答</translation>
    </message>
</context>
<context>
    <name>Countersign::Keys::KeyField</name>
    <message>
        <source>Press the new keys</source>
        <translation>请按下新的按键</translation>
    </message>
    <message>
        <source>Escape keeps what it is, Backspace takes the keys away</source>
        <translation>Esc 保持不变，退格键去掉按键</translation>
    </message>
    <message>
        <source>Press the new keys…</source>
        <translation>请按下新的按键…</translation>
    </message>
    <message>
        <source>Click here, then press the new keys</source>
        <translation>点击此处，然后按下新的按键</translation>
    </message>
</context>
<context>
    <name>Countersign::Keys::KeyOverlay</name>
    <message>
        <source>Next or Previous Control</source>
        <translation>下一个或上一个控件</translation>
    </message>
    <message>
        <source>Moves the keyboard through everything that can be used.</source>
        <translation>在所有可用的控件之间移动键盘焦点。</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>Leaves a field or a step, or puts the request aside; it stays pending.</source>
        <translation>离开输入框或步骤，或将请求放在一边；请求仍在等待。</translation>
    </message>
    <message>
        <source>Send, or Open</source>
        <translation>发送或打开</translation>
    </message>
    <message>
        <source>Sends the message; on an entry or a card: opens it; on a fold: 20 of its lines.</source>
        <translation>发送消息；在条目或卡片上：打开；在折叠处：展开 20 行。</translation>
    </message>
    <message>
        <source>New Line, or Open All</source>
        <translation>换行或全部展开</translation>
    </message>
    <message>
        <source>Begins a new line of the message; on a fold: opens all of it.</source>
        <translation>在消息中换行；在折叠处：全部展开。</translation>
    </message>
    <message>
        <source>Press</source>
        <translation>按下</translation>
    </message>
    <message>
        <source>Presses the button or ticks the box that has the focus.</source>
        <translation>按下当前按钮，或勾选当前复选框。</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>移动</translation>
    </message>
    <message>
        <source>Moves in lists and texts, with Shift selects; Up in the empty message field brings back what was sent last.</source>
        <translation>在列表和文字中移动，加 Shift 则选择；在空的消息框中按向上键可取回最近发送的内容。</translation>
    </message>
    <message>
        <source>Copy, Select All</source>
        <translation>复制、全选</translation>
    </message>
    <message>
        <source>Of the text that has the focus, as all keys that edit texts.</source>
        <translation>作用于当前的文字，其他编辑文字的按键也是如此。</translation>
    </message>
    <message>
        <source>Keyboard Shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Reset All</source>
        <translation>全部重置</translation>
    </message>
    <message>
        <source>Gives every action its built-in keys</source>
        <translation>让所有操作使用内置按键</translation>
    </message>
    <message>
        <source>Close the shortcuts</source>
        <translation>关闭快捷键</translation>
    </message>
    <message>
        <source>Close (%1)</source>
        <translation>关闭（%1）</translation>
    </message>
    <message>
        <source>Find an action</source>
        <translation>查找操作</translation>
    </message>
    <message>
        <source>Find an action by its name or its keys</source>
        <translation>按名称或按键查找操作</translation>
    </message>
    <message>
        <source>Up and Down go through the actions, Enter changes the keys of one.</source>
        <translation>用上下键选择操作，按 Enter 更改其按键。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>No action has this in its name or its keys.</source>
        <translation>没有名称或按键与此相符的操作。</translation>
    </message>
    <message>
        <source>The keys hold until Countersign is closed, but are not kept. %1</source>
        <translation>这些按键在 Countersign 关闭前有效，但未能保存。%1</translation>
    </message>
    <message>
        <source>In the Whole Window</source>
        <translation>整个窗口</translation>
    </message>
    <message numerus="yes">
        <source>%n actions have their built-in keys again.</source>
        <translation>
            <numerusform>%n 个操作已恢复内置按键。</numerusform>
        </translation>
    </message>
    <message>
        <source>Keys That Cannot Be Changed</source>
        <translation>不能更改的按键</translation>
    </message>
</context>
<context>
    <name>Countersign::Keys::KeyRow</name>
    <message>
        <source>Change the keys of %1</source>
        <translation>更改“%1”的按键</translation>
    </message>
    <message>
        <source>Change the keys</source>
        <translation>更改按键</translation>
    </message>
    <message>
        <source>Take It From There</source>
        <translation>移到此处</translation>
    </message>
    <message>
        <source>No Keys</source>
        <translation>无按键</translation>
    </message>
    <message>
        <source>Reset This</source>
        <translation>重置此项</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>built in: %1</source>
        <translation>内置：%1</translation>
    </message>
    <message>
        <source>Escape keeps what it is, Backspace takes the keys away</source>
        <translation>Esc 保持不变，退格键去掉按键</translation>
    </message>
    <message>
        <source>%1 is the key of “%2” (%3).</source>
        <translation>%1 是“%2”（%3）的按键。</translation>
    </message>
    <message>
        <source>%1 is the key of “%2”.</source>
        <translation>%1 是“%2”的按键。</translation>
    </message>
</context>
<context>
    <name>Countersign::Review::AnswerBar</name>
    <message>
        <source>Allow once</source>
        <translation>允许一次</translation>
    </message>
    <message>
        <source>Always…</source>
        <translation>始终允许…</translation>
    </message>
    <message>
        <source>Reject…</source>
        <translation>拒绝…</translation>
    </message>
    <message>
        <source>Do not ask again for this, in this project, until you revoke it:</source>
        <translation>在此项目中不再询问以下内容，直到你撤销：</translation>
    </message>
    <message>
        <source>A rule that denies still wins. Saved approvals can be revoked at any time.</source>
        <translation>禁止的规则仍然优先。已保存的许可可以随时撤销。</translation>
    </message>
    <message>
        <source>Save and allow</source>
        <translation>保存并允许</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>Words for the agent</source>
        <translation>给智能体的话</translation>
    </message>
    <message>
        <source>Tell the agent why, or what to do instead</source>
        <translation>告诉智能体原因，或者应该怎么做</translation>
    </message>
    <message>
        <source>Explain first.</source>
        <translation>请先解释。</translation>
    </message>
    <message>
        <source>Make a smaller change.</source>
        <translation>请把改动做小一些。</translation>
    </message>
    <message>
        <source>Leave this file alone.</source>
        <translation>请不要动这个文件。</translation>
    </message>
    <message>
        <source>Find another way.</source>
        <translation>请换一种办法。</translation>
    </message>
    <message>
        <source>Reject with words</source>
        <translation>附言拒绝</translation>
    </message>
    <message>
        <source>Reject and stop</source>
        <translation>拒绝并停止</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>精确</translation>
    </message>
    <message>
        <source>pattern</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Always is not offered here: it would allow too much, so this is asked every time.</source>
        <translation>这里不提供“始终允许”：那样放行的内容太多，所以每次都会询问。</translation>
    </message>
    <message>
        <source>Tick what you want to save.</source>
        <translation>请勾选要保存的内容。</translation>
    </message>
    <message>
        <source>The agent reads your words and continues. “Reject and stop” ends the run without them.</source>
        <translation>智能体会读到你的话并继续。“拒绝并停止”则不附言，直接结束运行。</translation>
    </message>
    <message>
        <source>Without words the run stops. With words the agent reads them and continues.</source>
        <translation>不附言则运行停止；附言则智能体读后继续。</translation>
    </message>
    <message>
        <source>Rejected</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>Allowed once</source>
        <translation>已允许一次</translation>
    </message>
    <message>
        <source>Saved and allowed</source>
        <translation>已保存并允许</translation>
    </message>
    <message>
        <source>I have not read it all</source>
        <translation>我没有全部读完</translation>
    </message>
    <message>
        <source>Lets you allow what has not been on screen</source>
        <translation>使你可以允许尚未显示过的内容</translation>
    </message>
    <message>
        <source>Everything is left out: reject it instead.</source>
        <translation>全部都被排除：请改为拒绝。</translation>
    </message>
    <message>
        <source>Look at all of it first, or say that you have not.</source>
        <translation>请先看完全部内容，或者说明你没有看完。</translation>
    </message>
    <message>
        <source>%1 has changed on disk since this was proposed, so it cannot be allowed. Reject it, and the agent reads the file again.</source>
        <translation>自提出此改动以来，%1 在磁盘上已改变，因此不能允许。请拒绝，让智能体重新读取该文件。</translation>
    </message>
    <message numerus="yes">
        <source>%n files have changed on disk since this was proposed, so it cannot be allowed. Reject it, and the agent reads them again.</source>
        <translation>
            <numerusform>自提出此改动以来，有 %n 个文件在磁盘上已改变，因此不能允许。请拒绝，让智能体重新读取它们。</numerusform>
        </translation>
    </message>
    <message>
        <source>It has changed on disk: read it again.</source>
        <translation>它在磁盘上已改变：请重新读取。</translation>
    </message>
    <message>
        <source>The agent reads them with what you allow. A rejection with words has them in any case.</source>
        <translation>智能体会连同您允许的内容一起读到它们。带说明的拒绝总会附上它们。</translation>
    </message>
    <message>
        <source>%1 has changed on disk since this was proposed, and it cannot be made on what is there now: %2 Reject it, and the agent reads the file again.</source>
        <translation>自提出此更改以来，%1 在磁盘上已改变，且无法应用到现在的内容：%2 请拒绝它，智能体会重新读取该文件。</translation>
    </message>
    <message>
        <source>%1 has changed on disk: read it again. %2</source>
        <translation>%1 在磁盘上已改变：请重新读取。%2</translation>
    </message>
    <message numerus="yes">
        <source>%1, with %n remarks</source>
        <translation>
            <numerusform>%1，附 %n 条批注</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, without remarks</source>
        <translation>%1，不附批注</translation>
    </message>
    <message numerus="yes">
        <source>Send %n remarks</source>
        <translation>
            <numerusform>发送 %n 条批注</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>○ %n remarks outdated</source>
        <translation>
            <numerusform>○ %n 条批注已过时</numerusform>
        </translation>
    </message>
    <message>
        <source>outdated, not sent: %1</source>
        <translation>已过时，不发送：%1</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>Countersign::Review::CommandPage</name>
    <message>
        <source>◆ Commands are not sandboxed: this runs with your rights, on your files and your network.</source>
        <translation>◆ 命令不在沙盒中运行：它使用你的权限，可以访问你的文件和网络。</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>What is asked for</source>
        <translation>请求的内容</translation>
    </message>
    <message>
        <source>1 line</source>
        <translation>1 行</translation>
    </message>
    <message numerus="yes">
        <source>%n lines</source>
        <translation>
            <numerusform>%n 行</numerusform>
        </translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>位于 %1</translation>
    </message>
    <message>
        <source>◆ Hidden, reordering or look-alike characters are in it; they are shown as ⟨U+…⟩.</source>
        <translation>◆ 其中有隐藏、改变显示顺序或形似的字符；它们显示为 ⟨U+…⟩。</translation>
    </message>
    <message>
        <source>in the project&apos;s folder</source>
        <translation>位于项目文件夹</translation>
    </message>
    <message>
        <source>It comes with this project</source>
        <translation>它来自此项目</translation>
    </message>
    <message>
        <source>It is one of your own</source>
        <translation>它是你自己的</translation>
    </message>
</context>
<context>
    <name>Countersign::Review::CountsLabel</name>
    <message>
        <source>%1 lines added, %2 removed</source>
        <translation>增加 %1 行，删除 %2 行</translation>
    </message>
</context>
<context>
    <name>Countersign::Review::DiffView</name>
    <message>
        <source>… Preparing this line (%1)</source>
        <translation>… 正在准备此行（%1）</translation>
    </message>
    <message>
        <source>no line end at the end of the file</source>
        <translation>文件末尾没有换行符</translation>
    </message>
    <message numerus="yes">
        <source>⋯ %n unchanged lines</source>
        <translation>
            <numerusform>⋯ %n 行未改动</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>⋯ %n lines, only their line ends may change</source>
        <translation>
            <numerusform>⋯ %n 行，只有行尾可能改变</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>⋯ %n more removed lines</source>
        <translation>
            <numerusform>⋯ 另外删除了 %n 行</numerusform>
        </translation>
    </message>
    <message>
        <source>No change is shown</source>
        <translation>没有显示任何改动</translation>
    </message>
    <message>
        <source>Proposed change of %1</source>
        <translation>对 %1 的拟议改动</translation>
    </message>
    <message>
        <source>%1 added, %2 removed, hunk %3 of %4</source>
        <translation>增加 %1，删除 %2，第 %3 处改动，共 %4 处</translation>
    </message>
    <message>
        <source>%1 added, %2 removed</source>
        <translation>增加 %1，删除 %2</translation>
    </message>
    <message>
        <source>⊘ Left out (%1): these lines stay as they are</source>
        <translation>⊘ 已排除（%1）：这些行保持原样</translation>
    </message>
    <message>
        <source>outdated: %1</source>
        <translation>已过时：%1</translation>
    </message>
    <message numerus="yes">
        <source>Shows %n more lines below what is above</source>
        <translation>
            <numerusform>在上方内容之后再显示 %n 行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Shows %n more lines above what is below</source>
        <translation>
            <numerusform>在下方内容之前再显示 %n 行</numerusform>
        </translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Shows all of these lines</source>
        <translation>显示所有这些行</translation>
    </message>
</context>
<context>
    <name>Countersign::Review::EditPage</name>
    <message>
        <source>The new text of the file</source>
        <translation>文件的新文本</translation>
    </message>
    <message>
        <source>Take These Changes</source>
        <translation>采用这些更改</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>Back to the Proposal</source>
        <translation>恢复为提议的内容</translation>
    </message>
    <message>
        <source>Puts the agent&apos;s text here again</source>
        <translation>重新放入智能体的文本</translation>
    </message>
    <message>
        <source>Open in Your Editor</source>
        <translation>在您的编辑器中打开</translation>
    </message>
    <message>
        <source>Opens a copy in the program that VISUAL or EDITOR names</source>
        <translation>用 VISUAL 或 EDITOR 指定的程序打开一份副本</translation>
    </message>
    <message>
        <source>Your changes of this text are lost when you go back.</source>
        <translation>返回后，您对此文本的更改将丢失。</translation>
    </message>
    <message>
        <source>Keep Editing</source>
        <translation>继续编辑</translation>
    </message>
    <message>
        <source>Discard Changes</source>
        <translation>放弃更改</translation>
    </message>
    <message>
        <source>You change what is written to %1. Nothing is written before you allow it.</source>
        <translation>您正在更改将写入 %1 的内容。在您允许之前不会写入。</translation>
    </message>
    <message>
        <source>The text is open in %1. What you save there comes back here.</source>
        <translation>文本已在 %1 中打开。您在那里保存的内容会回到这里。</translation>
    </message>
    <message>
        <source>Saved in %1: take it when you are done, or close %1.</source>
        <translation>已在 %1 中保存：完成后请采用，或关闭 %1。</translation>
    </message>
    <message>
        <source>%1 has nothing saved. If it is still open in a window of its own, what you save there comes back here.</source>
        <translation>%1 没有保存任何内容。如果它仍在自己的窗口中打开，您在那里保存的内容会回到这里。</translation>
    </message>
    <message>
        <source>Editor of the review</source>
        <translation>审阅的编辑器</translation>
    </message>
</context>
<context>
    <name>Countersign::Review::FileList</name>
    <message>
        <source>left out</source>
        <translation>已排除</translation>
    </message>
    <message>
        <source>Changed files</source>
        <translation>改动的文件</translation>
    </message>
    <message>
        <source>viewed</source>
        <translation>已查看</translation>
    </message>
    <message>
        <source>not viewed</source>
        <translation>未查看</translation>
    </message>
</context>
<context>
    <name>Countersign::Review::FindBar</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Find in this file</source>
        <translation>在此文件中查找</translation>
    </message>
    <message>
        <source>Match case</source>
        <translation>区分大小写</translation>
    </message>
    <message>
        <source>No match</source>
        <translation>没有匹配</translation>
    </message>
    <message numerus="yes">
        <source>%n matches</source>
        <translation>
            <numerusform>%n 处匹配</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of more than %2</source>
        <translation>第 %1 处，共超过 %2 处</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>第 %1 处，共 %2 处</translation>
    </message>
</context>
<context>
    <name>Countersign::Review::ImagePage</name>
    <message>
        <source>Change of an image</source>
        <translation>图像的改动</translation>
    </message>
    <message>
        <source>Change of the image %1</source>
        <translation>图像 %1 的改动</translation>
    </message>
    <message>
        <source>Before: %1</source>
        <translation>之前：%1</translation>
    </message>
    <message>
        <source>After: %1</source>
        <translation>之后：%1</translation>
    </message>
    <message>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
</context>
<context>
    <name>Countersign::Review::LineBar</name>
    <message>
        <source>Go to line</source>
        <translation>转到行</translation>
    </message>
    <message>
        <source>Line, or old:12</source>
        <translation>行号，或 old:12</translation>
    </message>
</context>
<context>
    <name>Countersign::Review::NoteBar</name>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Remark on these lines</source>
        <translation>对这些行的批注</translation>
    </message>
    <message>
        <source>A remark for the agent; empty takes it away</source>
        <translation>给智能体的批注；留空则删除</translation>
    </message>
</context>
<context>
    <name>Countersign::Review::OverviewRuler</name>
    <message>
        <source>Overview of the file</source>
        <translation>文件概览</translation>
    </message>
    <message>
        <source>All of the file: removed on the left, added on the right, changed across, left out hollow. A click goes there.</source>
        <translation>整个文件：左侧为删除，右侧为增加，横跨为修改，空心为排除。点击即可转到该处。</translation>
    </message>
    <message numerus="yes">
        <source>%n changed places</source>
        <translation>
            <numerusform>%n 处改动</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n matches</source>
        <translation>
            <numerusform>%1，%n 处匹配</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Countersign::Review::ReviewHeader</name>
    <message>
        <source>Layout of the changes</source>
        <translation>改动的布局</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Unified</source>
        <translation>合并</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>并排</translation>
    </message>
    <message>
        <source>Why am I asked?</source>
        <translation>为什么问我？</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>审阅</translation>
    </message>
    <message>
        <source>Shows which rule made it ask</source>
        <translation>显示是哪条规则要求询问的</translation>
    </message>
    <message numerus="yes">
        <source>Leave Out %n Lines</source>
        <translation>
            <numerusform>略去 %n 行</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Countersign::Review::ReviewPanel</name>
    <message>
        <source>Next Change</source>
        <translation>下一处改动</translation>
    </message>
    <message>
        <source>Goes to the next changed place, then to the next file.</source>
        <translation>转到下一处改动，然后转到下一个文件。</translation>
    </message>
    <message>
        <source>Previous Change</source>
        <translation>上一处改动</translation>
    </message>
    <message>
        <source>Goes to the changed place before, then to the file before.</source>
        <translation>转到上一处改动，然后转到上一个文件。</translation>
    </message>
    <message>
        <source>Allow Once</source>
        <translation>允许一次</translation>
    </message>
    <message>
        <source>Allows what is shown, this time only.</source>
        <translation>仅此一次，允许所显示的内容。</translation>
    </message>
    <message>
        <source>Always…</source>
        <translation>始终允许…</translation>
    </message>
    <message>
        <source>Chooses what need not be asked again in this project.</source>
        <translation>选择在此项目中不必再询问的内容。</translation>
    </message>
    <message>
        <source>Reject…</source>
        <translation>拒绝…</translation>
    </message>
    <message>
        <source>Refuses what is shown, with or without words for the agent.</source>
        <translation>拒绝所显示的内容，可以给智能体附言，也可以不附。</translation>
    </message>
    <message>
        <source>The change cannot be shown, so it cannot be allowed here. %1</source>
        <translation>无法显示此改动，因此不能在这里允许。%1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>第 %1 处，共 %2 处</translation>
    </message>
    <message>
        <source>%1, again: other file</source>
        <translation>%1，再按一次：另一个文件</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>审阅</translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation>正在比较…</translation>
    </message>
    <message>
        <source>Nothing waits for you here. A request that you open from the inbox is shown in this place.</source>
        <translation>这里没有等你答复的请求。从收件箱打开的请求会显示在此处。</translation>
    </message>
    <message>
        <source>Its end has not been on screen yet</source>
        <translation>末尾尚未显示过</translation>
    </message>
    <message>
        <source>%1 of %2 files viewed</source>
        <translation>已查看 %1 个文件，共 %2 个</translation>
    </message>
    <message>
        <source>%1 of %2 changes seen</source>
        <translation>已看到 %1 处改动，共 %2 处</translation>
    </message>
    <message>
        <source>Allow %1 of %2 changes</source>
        <translation>允许 %1 处改动（共 %2 处）</translation>
    </message>
    <message>
        <source>Allow what is left</source>
        <translation>允许剩下的部分</translation>
    </message>
    <message>
        <source>Allow %1 of %2 files</source>
        <translation>允许 %1 个文件（共 %2 个）</translation>
    </message>
    <message>
        <source>Leave Out</source>
        <translation>排除</translation>
    </message>
    <message>
        <source>Take In</source>
        <translation>纳入</translation>
    </message>
    <message>
        <source>Takes in what was left out of the change.</source>
        <translation>重新纳入被排除的改动。</translation>
    </message>
    <message>
        <source>Viewed</source>
        <translation>已查看</translation>
    </message>
    <message>
        <source>Ticks the file as viewed, or takes the tick back.</source>
        <translation>将文件勾选为已查看，或取消勾选。</translation>
    </message>
    <message>
        <source>Remark…</source>
        <translation>批注…</translation>
    </message>
    <message>
        <source>Allow as changed by you</source>
        <translation>按您的更改允许</translation>
    </message>
    <message>
        <source>Allow %1 of %2 lines</source>
        <translation>允许 %2 行中的 %1 行</translation>
    </message>
    <message>
        <source>Leaves the selected lines, or this place, or in the list this file, as they are.</source>
        <translation>让所选的行、这一处或（在列表中）此文件保持原样。</translation>
    </message>
    <message>
        <source>Leave Out Line</source>
        <translation>略去此行</translation>
    </message>
    <message>
        <source>Leaves only the current line out of the change.</source>
        <translation>只将当前行从更改中略去。</translation>
    </message>
    <message>
        <source>Take In Line</source>
        <translation>采用此行</translation>
    </message>
    <message>
        <source>Takes in only the current line.</source>
        <translation>只采用当前行。</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Changes what is written to this file before it is allowed.</source>
        <translation>在允许之前更改将写入此文件的内容。</translation>
    </message>
    <message>
        <source>Writes a remark on the current line or the selected ones, for the agent.</source>
        <translation>为当前行或所选的行写给智能体的批注。</translation>
    </message>
    <message>
        <source>%1 changes instead of %2</source>
        <translation>%1 处更改，原为 %2 处</translation>
    </message>
    <message>
        <source>line %1 → %2</source>
        <translation>第 %1 行 → 第 %2 行</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>另有 %n 处</numerusform>
        </translation>
    </message>
    <message>
        <source>Changed on disk, and computed again on what is there now: %1. Look at it once more.</source>
        <translation>磁盘上已改变，已根据现在的内容重新计算：%1。请再看一遍。</translation>
    </message>
    <message>
        <source>Some of what you left out of %1 is taken in again, because its lines are others now.</source>
        <translation>您在 %1 中略去的内容有一部分已重新采用，因为其中的行已不同。</translation>
    </message>
    <message>
        <source>What you left out of %1 is taken in again, because its lines are others now.</source>
        <translation>您在 %1 中略去的部分已重新采用，因为其中的行已不同。</translation>
    </message>
    <message>
        <source>Your own changes of %1 do not fit what is there now and are not in it; “Edit…” brings your text back.</source>
        <translation>您对 %1 的更改与现在的内容不符，未包含在内；“编辑…”可取回您的文本。</translation>
    </message>
    <message>
        <source>Your text of %1 is kept: when this file is proposed again in this session, “Edit…” brings it back.</source>
        <translation>您在 %1 中的文本已保留：此文件在本会话中再次被提议时，“编辑…”可取回它。</translation>
    </message>
    <message>
        <source>Your text of %1 is not taken yet; “Edit…” brings it back.</source>
        <translation>您在 %1 中的文本尚未采用；“编辑…”可取回它。</translation>
    </message>
    <message>
        <source>Wrap Lines</source>
        <translation>自动换行</translation>
    </message>
    <message>
        <source>Breaks lines that are longer than the window, or lets them go on.</source>
        <translation>将比窗口长的行折行显示，或让它们延续下去。</translation>
    </message>
    <message>
        <source>Find…</source>
        <translation>查找…</translation>
    </message>
    <message>
        <source>Looks for a text in the file under review, folded lines too.</source>
        <translation>在正在审阅的文件中查找文字，包括折叠的行。</translation>
    </message>
    <message>
        <source>Next Match</source>
        <translation>下一处匹配</translation>
    </message>
    <message>
        <source>Goes to the next place with the text that is looked for.</source>
        <translation>转到所查找文字的下一处。</translation>
    </message>
    <message>
        <source>Previous Match</source>
        <translation>上一处匹配</translation>
    </message>
    <message>
        <source>Goes to the place before with the text that is looked for.</source>
        <translation>转到所查找文字的上一处。</translation>
    </message>
    <message>
        <source>Go to Line…</source>
        <translation>转到行…</translation>
    </message>
    <message>
        <source>Goes to a line by its number; old:12 is of the side before the change.</source>
        <translation>按行号转到某一行；old:12 表示改动之前的一侧。</translation>
    </message>
    <message>
        <source>More Lines Above</source>
        <translation>上方更多行</translation>
    </message>
    <message>
        <source>Opens 20 folded lines above the current change.</source>
        <translation>展开当前改动上方折叠的 20 行。</translation>
    </message>
    <message>
        <source>More Lines Below</source>
        <translation>下方更多行</translation>
    </message>
    <message>
        <source>Opens 20 folded lines below the current change.</source>
        <translation>展开当前改动下方折叠的 20 行。</translation>
    </message>
    <message>
        <source>A number is needed, as 12 or old:12.</source>
        <translation>需要一个行号，例如 12 或 old:12。</translation>
    </message>
    <message numerus="yes">
        <source>There is no line %1: before the change there are %n lines.</source>
        <translation>
            <numerusform>没有第 %1 行：改动之前共有 %n 行。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>There is no line %1: after the change there are %n lines.</source>
        <translation>
            <numerusform>没有第 %1 行：改动之后共有 %n 行。</numerusform>
        </translation>
    </message>
    <message>
        <source>Take These Changes</source>
        <translation>采用这些更改</translation>
    </message>
    <message>
        <source>Shows them as the change to be allowed; nothing is written yet.</source>
        <translation>将其显示为待允许的更改；尚不写入任何内容。</translation>
    </message>
    <message>
        <source>This file was too large to be kept for reading.</source>
        <translation>此文件太大，没有留存供查看。</translation>
    </message>
    <message>
        <source>Not answered: the run ended, %1.</source>
        <translation>未答复：运行已结束，%1。</translation>
    </message>
    <message>
        <source>This was allowed, %1.</source>
        <translation>已允许，%1。</translation>
    </message>
    <message>
        <source>This was rejected without words, %1.</source>
        <translation>已拒绝（没有附言），%1。</translation>
    </message>
    <message>
        <source>This was rejected, %1: %2</source>
        <translation>已拒绝，%1：%2</translation>
    </message>
</context>
<context>
    <name>Countersign::Review::Words</name>
    <message>
        <source>mixed</source>
        <translation>混合</translation>
    </message>
    <message numerus="yes">
        <source>Line ends %1 → %2 on %n lines</source>
        <translation>
            <numerusform>%n 行的行尾：%1 → %2</numerusform>
        </translation>
    </message>
    <message>
        <source>Mixed line ends</source>
        <translation>行尾混杂</translation>
    </message>
    <message>
        <source>CRLF line ends</source>
        <translation>行尾为 CRLF</translation>
    </message>
    <message>
        <source>Byte order mark added</source>
        <translation>增加了字节顺序标记</translation>
    </message>
    <message>
        <source>Byte order mark removed</source>
        <translation>删除了字节顺序标记</translation>
    </message>
    <message>
        <source>Not all of it is valid text: � stands for other bytes</source>
        <translation>并非全是有效文本：� 代表其他字节</translation>
    </message>
    <message>
        <source>Final line end added</source>
        <translation>增加了末尾换行</translation>
    </message>
    <message>
        <source>Final line end removed</source>
        <translation>删除了末尾换行</translation>
    </message>
    <message>
        <source>The new file is empty</source>
        <translation>新文件是空的</translation>
    </message>
    <message>
        <source>The file will be empty</source>
        <translation>文件将变空</translation>
    </message>
    <message>
        <source>The bytes stay the same</source>
        <translation>字节不变</translation>
    </message>
    <message>
        <source>Outside the project</source>
        <translation>在项目之外</translation>
    </message>
    <message>
        <source>Through a symbolic link to %1</source>
        <translation>经由指向 %1 的符号链接</translation>
    </message>
    <message>
        <source>Matched approximately</source>
        <translation>近似匹配</translation>
    </message>
    <message>
        <source>Binary, %1</source>
        <translation>二进制，%1</translation>
    </message>
    <message>
        <source>Binary, %1 → %2</source>
        <translation>二进制，%1 → %2</translation>
    </message>
    <message>
        <source>New file</source>
        <translation>新文件</translation>
    </message>
    <message>
        <source>Edited</source>
        <translation>已编辑</translation>
    </message>
    <message>
        <source>Deleted</source>
        <translation>已删除</translation>
    </message>
    <message>
        <source>Moved</source>
        <translation>已移动</translation>
    </message>
    <message>
        <source>every command</source>
        <translation>所有命令</translation>
    </message>
    <message>
        <source>every file of this project</source>
        <translation>此项目的所有文件</translation>
    </message>
    <message>
        <source>every resource</source>
        <translation>所有资源</translation>
    </message>
    <message>
        <source>every command that starts with “%1”</source>
        <translation>所有以“%1”开头的命令</translation>
    </message>
    <message>
        <source>every file in %1 and the folders in it</source>
        <translation>%1 及其子文件夹中的所有文件</translation>
    </message>
    <message>
        <source>everything that matches this pattern; * stands for any text</source>
        <translation>符合此模式的一切；* 代表任意文本</translation>
    </message>
    <message>
        <source>built-in defaults</source>
        <translation>内置默认规则</translation>
    </message>
    <message>
        <source>your configuration</source>
        <translation>你的配置</translation>
    </message>
    <message>
        <source>the project&apos;s configuration</source>
        <translation>项目的配置</translation>
    </message>
    <message>
        <source>the agent&apos;s rules</source>
        <translation>智能体的规则</translation>
    </message>
    <message>
        <source>your saved approvals</source>
        <translation>你保存的许可</translation>
    </message>
    <message>
        <source>allow</source>
        <translation>允许</translation>
    </message>
    <message>
        <source>ask</source>
        <translation>询问</translation>
    </message>
    <message>
        <source>deny</source>
        <translation>禁止</translation>
    </message>
    <message>
        <source>%1: no rule matched, so ask.</source>
        <translation>%1：没有匹配的规则，所以询问。</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1: decided by “%2 %3 → %4” (%5).</source>
        <translation>%1：由“%2 %3 → %4”决定（%5）。</translation>
    </message>
    <message>
        <source>only this command, letter by letter</source>
        <translation>仅此命令，逐字相同</translation>
    </message>
    <message>
        <source>only this file, whatever the change</source>
        <translation>仅此文件，不论改动</translation>
    </message>
    <message>
        <source>only this</source>
        <translation>仅此一项</translation>
    </message>
    <message>
        <source>The agent could not be found, so nothing is allowed.</source>
        <translation>找不到该智能体，因此什么都不允许。</translation>
    </message>
    <message>
        <source>No rule matched, so ask.</source>
        <translation>没有匹配的规则，所以询问。</translation>
    </message>
    <message>
        <source>Looked at in this order, the last match wins: built-in defaults, your configuration, the project&apos;s configuration, the agent&apos;s rules, your saved approvals.</source>
        <translation>按此顺序查看，最后匹配者生效：内置默认规则、你的配置、项目的配置、智能体的规则、你保存的许可。</translation>
    </message>
    <message numerus="yes">
        <source>⋯ %n empty lines</source>
        <translation>
            <numerusform>⋯ %n 个空行</numerusform>
        </translation>
    </message>
    <message>
        <source>Hidden or look-alike characters in the name</source>
        <translation>名称中有隐藏或形似的字符</translation>
    </message>
    <message>
        <source>Inside .git</source>
        <translation>在 .git 之内</translation>
    </message>
    <message>
        <source>May hold secrets</source>
        <translation>可能含有机密</translation>
    </message>
    <message>
        <source>Lock file, normally written by a tool</source>
        <translation>锁文件，通常由工具写入</translation>
    </message>
    <message>
        <source>Writes hidden or look-alike characters</source>
        <translation>写入隐藏或形似的字符</translation>
    </message>
    <message>
        <source>Replaces everything in the file</source>
        <translation>替换文件的全部内容</translation>
    </message>
    <message numerus="yes">
        <source>A line of %n bytes: look at its end too</source>
        <translation>
            <numerusform>有一行长 %n 字节：请也看看它的末尾</numerusform>
        </translation>
    </message>
    <message>
        <source>Left out: nothing of this is done to the file</source>
        <translation>已排除：不会对该文件做任何改动</translation>
    </message>
    <message>
        <source>Encoding %1 → %2</source>
        <translation>编码 %1 → %2</translation>
    </message>
    <message>
        <source>Replaces a file that is there</source>
        <translation>替换已存在的文件</translation>
    </message>
    <message>
        <source>This is more than %1: change it in an editor of your own.</source>
        <translation>这超过了 %1：请在您自己的编辑器中更改。</translation>
    </message>
    <message>
        <source>This is no text: change it in a program of its own.</source>
        <translation>这不是文本：请在相应的程序中更改。</translation>
    </message>
    <message>
        <source>Line %1 has a U+%2 in it, which would be lost here: change it in an editor of your own.</source>
        <translation>第 %1 行含有 U+%2，在这里会丢失：请在您自己的编辑器中更改。</translation>
    </message>
    <message>
        <source>A text cannot hold a NUL character.</source>
        <translation>文本不能包含 NUL 字符。</translation>
    </message>
    <message>
        <source>No editor is set. Set VISUAL to one that has a window and waits, such as “gvim -f” or “code --wait”, and start Countersign again.</source>
        <translation>未设置编辑器。请将 VISUAL 设为带窗口且会等待的编辑器，例如“gvim -f”或“code --wait”，然后重新启动 Countersign。</translation>
    </message>
    <message>
        <source>%1 needs a terminal. Set TERMINAL to a terminal program that takes “-e”, or VISUAL to an editor with a window, such as “gvim -f”, and start Countersign again.</source>
        <translation>%1 需要终端。请将 TERMINAL 设为接受“-e”的终端程序，或将 VISUAL 设为带窗口的编辑器，例如“gvim -f”，然后重新启动 Countersign。</translation>
    </message>
    <message>
        <source>No copy for the editor could be written to %1: %2.</source>
        <translation>无法将供编辑器使用的副本写入 %1：%2。</translation>
    </message>
    <message>
        <source>%1 ended with an error.</source>
        <translation>%1 以错误结束。</translation>
    </message>
    <message>
        <source>%1 could not be started: %2. Look at VISUAL and EDITOR.</source>
        <translation>无法启动 %1：%2。请检查 VISUAL 和 EDITOR。</translation>
    </message>
    <message>
        <source>Changed by you</source>
        <translation>由您更改</translation>
    </message>
    <message>
        <source>This side is no image that can be shown.</source>
        <translation>这一侧不是可以显示的图像。</translation>
    </message>
    <message>
        <source>This image has too many pixels to be shown.</source>
        <translation>此图像的像素太多，无法显示。</translation>
    </message>
    <message>
        <source>This image cannot be decoded: the file is damaged, or its kind is not supported here.</source>
        <translation>无法解码此图像：文件已损坏，或此处不支持其类型。</translation>
    </message>
    <message>
        <source>%1 × %2 pixels</source>
        <translation>%1 × %2 像素</translation>
    </message>
    <message>
        <source>animated, the first picture is shown</source>
        <translation>动画，显示第一帧</translation>
    </message>
    <message>
        <source>Too large to be kept for reading</source>
        <translation>太大，没有留存供查看</translation>
    </message>
    <message>
        <source>Line %1 has more than %2 characters: change it in an editor of your own.</source>
        <translation>第 %1 行超过 %2 个字符：请用您自己的编辑器修改。</translation>
    </message>
</context>
<context>
    <name>Countersign::SessionList::SessionModel</name>
    <message>
        <source>New session</source>
        <translation>新会话</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
</context>
<context>
    <name>Countersign::SessionList::SessionPanel</name>
    <message>
        <source>just now</source>
        <translation>刚刚</translation>
    </message>
    <message numerus="yes">
        <source>%n min ago</source>
        <translation>
            <numerusform>%n 分钟前</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n h ago</source>
        <translation>
            <numerusform>%n 小时前</numerusform>
        </translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>New Session</source>
        <translation>新建会话</translation>
    </message>
    <message>
        <source>Begin a new session</source>
        <translation>开始新的会话</translation>
    </message>
</context>
<context>
    <name>Countersign::Theme</name>
    <message>
        <source>pending</source>
        <translation>等待执行</translation>
    </message>
    <message>
        <source>waiting for you</source>
        <translation>等你答复</translation>
    </message>
    <message>
        <source>working</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>已中断</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message numerus="yes">
        <source>Edit %n files</source>
        <translation>
            <numerusform>编辑 %n 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>Create %1</source>
        <translation>新建 %1</translation>
    </message>
    <message>
        <source>Delete %1</source>
        <translation>删除 %1</translation>
    </message>
    <message>
        <source>Edit %1</source>
        <translation>编辑 %1</translation>
    </message>
    <message>
        <source>Run command</source>
        <translation>运行命令</translation>
    </message>
    <message numerus="yes">
        <source>Read %n files</source>
        <translation>
            <numerusform>读取 %n 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>Read %1</source>
        <translation>读取 %1</translation>
    </message>
    <message>
        <source>Find files: %1</source>
        <translation>查找文件：%1</translation>
    </message>
    <message>
        <source>Search for: %1</source>
        <translation>搜索：%1</translation>
    </message>
    <message>
        <source>Work outside the project: %1</source>
        <translation>在项目之外操作：%1</translation>
    </message>
    <message>
        <source>Read a page of the web: %1</source>
        <translation>读取网页：%1</translation>
    </message>
    <message>
        <source>Search the web for: %1</source>
        <translation>在网上搜索：%1</translation>
    </message>
    <message>
        <source>Reach an address that is not public: %1</source>
        <translation>访问非公开地址：%1</translation>
    </message>
    <message>
        <source>Repeat the same call: %1</source>
        <translation>重复同样的调用：%1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message numerus="yes">
        <source>Create %n files</source>
        <translation>
            <numerusform>新建 %n 个文件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n files</source>
        <translation>
            <numerusform>删除 %n 个文件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Move %n files</source>
        <translation>
            <numerusform>移动 %n 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>Move %1 to %2</source>
        <translation>将 %1 移动到 %2</translation>
    </message>
    <message numerus="yes">
        <source>Work outside the project: %n places</source>
        <translation>
            <numerusform>在项目之外操作：%n 处</numerusform>
        </translation>
    </message>
    <message>
        <source>to do</source>
        <translation>待办</translation>
    </message>
    <message>
        <source>in progress</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>Load the skill %1</source>
        <translation>加载技能 %1</translation>
    </message>
    <message>
        <source>Keep a list of tasks</source>
        <translation>记录任务清单</translation>
    </message>
    <message>
        <source>Ask you a question</source>
        <translation>向你提问</translation>
    </message>
</context>
<context>
    <name>Countersign::Todos::TodoModel</name>
    <message>
        <source>%1, high priority</source>
        <translation>%1，高优先级</translation>
    </message>
    <message>
        <source>high</source>
        <translation>高</translation>
    </message>
</context>
<context>
    <name>Countersign::Todos::TodoPanel</name>
    <message>
        <source>Tasks</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Tasks of the agent</source>
        <translation>智能体的任务</translation>
    </message>
    <message>
        <source>Show or Hide the Tasks</source>
        <translation>显示或隐藏任务</translation>
    </message>
    <message>
        <source>Folds the list of what the agent means to do, or unfolds it.</source>
        <translation>折叠或展开智能体打算做的事情的清单。</translation>
    </message>
    <message>
        <source>Tasks · %1 of %2 done</source>
        <translation>任务 · 已完成 %1/%2</translation>
    </message>
    <message>
        <source>Folded; press to show the list</source>
        <translation>已折叠；按下以显示清单</translation>
    </message>
    <message>
        <source>Press to fold the list</source>
        <translation>按下以折叠清单</translation>
    </message>
    <message>
        <source>Show the list</source>
        <translation>显示清单</translation>
    </message>
    <message>
        <source>Hide the list</source>
        <translation>隐藏清单</translation>
    </message>
</context>
<context>
    <name>Countersign::Window::HeaderBar</name>
    <message>
        <source>Show the requests that wait for you</source>
        <translation>显示等你答复的请求</translation>
    </message>
    <message>
        <source>no model is configured</source>
        <translation>未配置模型</translation>
    </message>
    <message>
        <source>%1 tokens in · %2 out</source>
        <translation>输入 %1 · 输出 %2 个词元</translation>
    </message>
    <message numerus="yes">
        <source>%n waiting</source>
        <translation>
            <numerusform>%n 个待答复</numerusform>
        </translation>
    </message>
    <message>
        <source>Agent for the next prompt</source>
        <translation>下一条提示使用的智能体</translation>
    </message>
    <message>
        <source>The agent that answers your next prompt</source>
        <translation>回答你下一条提示的智能体</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>改动</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
</context>
<context>
    <name>Countersign::Window::InfoBar</name>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Close the message</source>
        <translation>关闭消息</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message numerus="yes">
        <source>%1 (%n times)</source>
        <translation>
            <numerusform>%1（%n 次）</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Countersign::Window::MainWindow</name>
    <message>
        <source>Say what should be done. Every change and command comes to your desk first.</source>
        <translation>说说要做什么。每一处改动和每一条命令都先送到你的桌面。</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Inbox</source>
        <translation>收件箱</translation>
    </message>
    <message>
        <source>Write to the Agent</source>
        <translation>给智能体写消息</translation>
    </message>
    <message>
        <source>Go to the message field</source>
        <translation>转到消息输入框</translation>
    </message>
    <message>
        <source>Go to the Review</source>
        <translation>转到审阅</translation>
    </message>
    <message>
        <source>Show the request under review</source>
        <translation>显示正在审阅的请求</translation>
    </message>
    <message>
        <source>Review in the Whole Centre</source>
        <translation>审阅占满中央</translation>
    </message>
    <message>
        <source>Give the review the whole centre, or give it back</source>
        <translation>让审阅占满中央区域，或者还原</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Close Countersign</source>
        <translation>关闭 Countersign</translation>
    </message>
    <message>
        <source>%1 – Countersign</source>
        <translation>%1 – Countersign</translation>
    </message>
    <message numerus="yes">
        <source>(%n waiting) %1 – Countersign</source>
        <translation>
            <numerusform>（%n 个待答复）%1 – Countersign</numerusform>
        </translation>
    </message>
    <message>
        <source>“%1” has stopped, because what it does could not be recorded in %2. %3 When that is mended, write to the session again.</source>
        <translation>“%1”已停止，因为它所做的事无法记录到 %2。%3 修复之后，请再次向该会话发送消息。</translation>
    </message>
    <message>
        <source>Changes of This Session</source>
        <translation>此会话的改动</translation>
    </message>
    <message>
        <source>Show what this session changed on the disk, or go back</source>
        <translation>显示此会话在磁盘上改动的内容，或返回</translation>
    </message>
    <message>
        <source>Keyboard Shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Show all actions with their keys, and change those</source>
        <translation>显示所有操作及其按键，并可更改按键</translation>
    </message>
    <message numerus="yes">
        <source>%n sessions are at work or wait for you.</source>
        <translation>
            <numerusform>%n 个会话正在工作或等待您的答复。</numerusform>
        </translation>
    </message>
    <message>
        <source>Quitting stops them: commands that run are ended, and what waits for your answer is not done. What has been done stays, and you can go on with each session later.</source>
        <translation>退出会停止它们：正在运行的命令会被结束，等待您答复的操作不会执行。已完成的操作会保留，之后可以继续每个会话。</translation>
    </message>
    <message>
        <source>Stay</source>
        <translation>留下</translation>
    </message>
    <message>
        <source>Stop and Quit</source>
        <translation>停止并退出</translation>
    </message>
</context>
<context>
    <name>Reason</name>
    <message>
        <source>changed since</source>
        <translation>之后有改动</translation>
    </message>
    <message>
        <source>changed since, in part</source>
        <translation>之后部分有改动</translation>
    </message>
    <message>
        <source>cannot be put back</source>
        <translation>无法恢复</translation>
    </message>
    <message>
        <source>put back</source>
        <translation>已恢复</translation>
    </message>
    <message>
        <source>not kept</source>
        <translation>未保存</translation>
    </message>
    <message>
        <source>What sessions change is not kept and cannot be put back, because &quot;snapshots&quot; is false in %1. Set it to true there, and open the folder again, to have it kept from then on.</source>
        <translation>会话的改动不会保留，也无法还原，因为 %1 中的“snapshots”为 false。请在那里将其设为 true 并重新打开文件夹，此后的改动便会保留。</translation>
    </message>
    <message>
        <source>%1 holds more than %2 files, so what commands change in it is not recorded and cannot be put back.</source>
        <translation>%1 中的文件超过 %2 个，因此命令在其中的改动不作记录，也无法还原。</translation>
    </message>
    <message>
        <source>%1 takes too long to look at, so what commands change in it is not recorded and cannot be put back.</source>
        <translation>查看 %1 耗时过长，因此命令在其中的改动不作记录，也无法还原。</translation>
    </message>
    <message>
        <source>The repository in %1 was not looked at.</source>
        <translation>未查看 %1 中的仓库。</translation>
    </message>
    <message>
        <source>%1 more files were changed than can be recorded of one command.</source>
        <translation>单个命令可记录的数量有限，另有 %1 个被改动的文件未记录。</translation>
    </message>
    <message>
        <source>A file whose name is not valid text was changed and not recorded.</source>
        <translation>有一个文件名不是有效文本的文件被改动，未作记录。</translation>
    </message>
    <message>
        <source>Another command ran at the same time; what it had changed until the end of this one is listed here.</source>
        <translation>当时另有命令在运行；它在此命令结束前的改动也列在这里。</translation>
    </message>
    <message>
        <source>The program ended while this command ran. What differed when it was started again is listed, also what others changed in between.</source>
        <translation>此命令运行时程序已终止。这里列出程序再次启动时的所有差异，包括其间他人的改动。</translation>
    </message>
    <message>
        <source>What this command changed could not be found out: %1</source>
        <translation>无法查明此命令的改动：%1</translation>
    </message>
    <message>
        <source>It cannot be shown or put back: %1.</source>
        <translation>无法显示或还原：%1。</translation>
    </message>
    <message>
        <source>It cannot be shown or put back: it is larger than %1 MiB.</source>
        <translation>无法显示或还原：它大于 %1 MiB。</translation>
    </message>
    <message>
        <source>It cannot be shown or put back: one command changed more than can be kept.</source>
        <translation>无法显示或还原：单个命令的改动超出了可保留的量。</translation>
    </message>
    <message>
        <source>It cannot be shown or put back: it could not be read.</source>
        <translation>无法显示或还原：无法读取它。</translation>
    </message>
    <message>
        <source>It cannot be shown or put back: its earlier content could not be kept.</source>
        <translation>无法显示或还原：未能保留它先前的内容。</translation>
    </message>
    <message>
        <source>It cannot be shown or put back: its earlier content was only in the repository, which has lost it.</source>
        <translation>无法显示或还原：它先前的内容只在仓库中，而仓库已将其丢失。</translation>
    </message>
    <message>
        <source>It cannot be shown or put back: git ignored it until then, so it may have been there before.</source>
        <translation>无法显示或还原：在此之前 git 忽略它，因此它可能早已存在。</translation>
    </message>
    <message>
        <source>The old content of a file is not kept any more, so it cannot be put back.</source>
        <translation>文件的旧内容已不再保留，因此无法还原。</translation>
    </message>
    <message>
        <source>The old content of a file is damaged or cannot be read, so it cannot be put back.</source>
        <translation>文件的旧内容已损坏或无法读取，因此无法还原。</translation>
    </message>
    <message>
        <source>%1 changed since, so the session&apos;s change there was left.</source>
        <translation>%1此后又有改动，因此会话在该处的改动予以保留。</translation>
    </message>
    <message>
        <source>It was changed since, in other places; those stay.</source>
        <translation>它此后在其他位置有改动；那些改动会保留。</translation>
    </message>
    <message>
        <source>There is another file under its old name %1 now.</source>
        <translation>它的旧名称 %1 现在属于另一个文件。</translation>
    </message>
    <message>
        <source>It was removed since.</source>
        <translation>它此后已被移除。</translation>
    </message>
    <message>
        <source>It was removed, and there is another file in its place now.</source>
        <translation>它已被移除，其位置上现在是另一个文件。</translation>
    </message>
    <message>
        <source>It was made by the session and changed since, so it was not removed.</source>
        <translation>它由会话创建，此后又有改动，因此未移除。</translation>
    </message>
    <message>
        <source>It was made by the session and changed since, so it was not removed. %1 changed since.</source>
        <translation>它由会话创建，此后又有改动，因此未移除。%1此后有改动。</translation>
    </message>
    <message>
        <source>It is something else now (a file or a symbolic link).</source>
        <translation>它现在已是别的东西（文件或符号链接）。</translation>
    </message>
    <message>
        <source>It was changed since and is not text of which parts could be put back.</source>
        <translation>它此后有改动，而且不是可以部分还原的文本。</translation>
    </message>
    <message>
        <source>On the way to it there is a symbolic link now, so it was left alone.</source>
        <translation>通往它的路径上现在有符号链接，因此未作处理。</translation>
    </message>
    <message>
        <source>It is a folder or something else by now that is not a file.</source>
        <translation>它现在是文件夹或其他非文件的东西。</translation>
    </message>
    <message>
        <source>%1 changed since.</source>
        <translation>%1此后有改动。</translation>
    </message>
    <message>
        <source>Nothing of it is left to be put back.</source>
        <translation>已没有可还原的内容。</translation>
    </message>
    <message>
        <source>In this kind of file single places cannot be put back; put back the whole file.</source>
        <translation>这类文件无法只还原单处改动；请还原整个文件。</translation>
    </message>
    <message>
        <source>It has %1 changed places, there is no number %2.</source>
        <translation>它有 %1 处改动，没有第 %2 处。</translation>
    </message>
    <message>
        <source>The place is not there any more; look at it again.</source>
        <translation>该处已不存在；请重新查看。</translation>
    </message>
    <message>
        <source>Another file that is put back has the same name; do it once more.</source>
        <translation>另一个要还原的文件名称相同；请再执行一次。</translation>
    </message>
    <message>
        <source>It has changed since it was shown, so nothing was put back; look at it again.</source>
        <translation>它在显示之后又有改动，因此未还原任何内容；请重新查看。</translation>
    </message>
    <message>
        <source>It changed at this moment, so nothing was written; look at it again.</source>
        <translation>它恰在此时有改动，因此未写入任何内容；请重新查看。</translation>
    </message>
    <message>
        <source>The session has not changed it.</source>
        <translation>此会话没有改动它。</translation>
    </message>
    <message>
        <source>There is nothing to be put back.</source>
        <translation>没有可还原的内容。</translation>
    </message>
    <message>
        <source>Nothing was put back in this session that could be undone.</source>
        <translation>此会话中没有可撤销的还原。</translation>
    </message>
    <message>
        <source>Nothing was undone in this session that could be done once more.</source>
        <translation>此会话中没有可重做的还原。</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>more</source>
        <translation>等</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1、%2</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 和 %2</translation>
    </message>
    <message>
        <source>Lines %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message>
        <source>Line %1</source>
        <translation>第 %1 行</translation>
    </message>
</context>
</TS>
