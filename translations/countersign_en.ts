<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Countersign</name>
    <message>
        <source>Countersign</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Countersign::Actions::KeyRules</name>
    <message>
        <source>%1 is more than one stroke; an action has keys of one stroke.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is typed into messages; an action of the whole window needs Ctrl or Alt with it, or a function key.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 alone is no key for an action.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 always moves the keyboard on, so no action can have it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 always leads back, so no action can have it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 always presses buttons, opens entries or sends messages, so no action can have it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 always moves in lists or changes texts, so no action can have it.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Countersign::Actions::Keymap</name>
    <message>
        <source>“%1” is no action that is known here, so its keys are kept and do nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” is no key; write it as F8, N or Ctrl+Shift+K.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 “%2” keeps its built-in keys (%3).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is the key of “%2” already, so “%3” keeps its built-in keys (%4).</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Countersign::Actions::Registry</name>
    <message>
        <source>%1 (%2)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Countersign::Changes::ChangesPanel</name>
    <message>
        <source>Changes of this session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put back this place</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put back file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo put-back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Redo put-back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous Place</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Goes to the changed place before, then to the file before.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next Place</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Goes to the next changed place, then to the next file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close the Changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Closes the changes of this session.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put Back This Place</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Puts the current place back as it was before.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put Back File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Puts the file back as it was before, but for what was changed since.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo Put-Back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Brings back what was put back last.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Redo Put-Back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Puts back once more what was undone last.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by a command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not recorded: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This session has changed no file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The changes are being looked for…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing of this change is left.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The change cannot be shown. %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put back: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undone: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put back once more: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was kept of what this session changed.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Countersign::Changes::GroupList</name>
    <message>
        <source>Turns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All turns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without a prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n files</source>
        <translation>
            <numerusform>%n file</numerusform>
            <numerusform>%n files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Countersign::Composer::Composer</name>
    <message>
        <source>Send</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Message to the agent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Message the agent…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send the message (Enter)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop the agent&apos;s run</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Countersign::Conversation</name>
    <message>
        <source>(%1, %2 bytes)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 done</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Countersign::Conversation::ConversationModel</name>
    <message numerus="yes">
        <source>… %n more characters: copy the entry to read them</source>
        <translation>
            <numerusform>… %n more character: copy the entry to read it</numerusform>
            <numerusform>… %n more characters: copy the entry to read them</numerusform>
        </translation>
    </message>
    <message>
        <source>Review</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thought</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The turn was interrupted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Agent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Countersign</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Agent: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thought: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show Change</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Countersign::Conversation::ConversationView</name>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the current entry</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n new – jump to latest</source>
        <translation>
            <numerusform>%n new – jump to latest</numerusform>
            <numerusform>%n new – jump to latest</numerusform>
        </translation>
    </message>
    <message>
        <source>Show Change</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the change that the current call did not make</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Countersign::Inbox::Card</name>
    <message>
        <source>Allow once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Review ▸</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Review</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The command is longer than this card shows: open the review.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Countersign::Inbox::CodeBlock</name>
    <message>
        <source>⋯ more: open the review</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Countersign::Inbox::DeskCard</name>
    <message>
        <source>now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 d</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Countersign::Inbox::InboxPanel</name>
    <message>
        <source>Nothing waits for you. What an agent may not do by itself appears here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inbox</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the Inbox</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Moves the keyboard to the oldest request that waits for you.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allow Once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allows what the card that has the keyboard shows whole, this time only.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Countersign::Inbox::QuestionCard</name>
    <message>
        <source>The agent asks you</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>The agent asks you %n things</source>
        <translation>
            <numerusform>The agent asks you %n thing</numerusform>
            <numerusform>The agent asks you %n things</numerusform>
        </translation>
    </message>
    <message>
        <source>Answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dismiss…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Words for the agent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tell the agent why, or what to do instead</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dismiss with words</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose or write an answer first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 answered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dismiss and stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The agent reads your words instead of an answer, and continues.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without words the run stops. With words the agent reads them and continues.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Countersign::Inbox::QuestionItem</name>
    <message>
        <source>In my own words:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your own answer to: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your answer</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Countersign::Keys::KeyField</name>
    <message>
        <source>Press the new keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Escape keeps what it is, Backspace takes the keys away</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Press the new keys…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click here, then press the new keys</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Countersign::Keys::KeyOverlay</name>
    <message>
        <source>Next or Previous Control</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Moves the keyboard through everything that can be used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leaves a field or a step, or puts the request aside; it stays pending.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send, or Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sends the message; on an entry or a card: opens it; on a fold: 20 of its lines.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New Line, or Open All</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Begins a new line of the message; on a fold: opens all of it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Press</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Presses the button or ticks the box that has the focus.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Moves in lists and texts, with Shift selects; Up in the empty message field brings back what was sent last.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy, Select All</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of the text that has the focus, as all keys that edit texts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keyboard Shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset All</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gives every action its built-in keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close the shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find an action</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find an action by its name or its keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Up and Down go through the actions, Enter changes the keys of one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No action has this in its name or its keys.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The keys hold until Countersign is closed, but are not kept. %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the Whole Window</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n actions have their built-in keys again.</source>
        <translation>
            <numerusform>%n action has its built-in keys again.</numerusform>
            <numerusform>%n actions have their built-in keys again.</numerusform>
        </translation>
    </message>
    <message>
        <source>Keys That Cannot Be Changed</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Countersign::Keys::KeyRow</name>
    <message>
        <source>Change the keys of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change the keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take It From There</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No Keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset This</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>built in: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Escape keeps what it is, Backspace takes the keys away</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is the key of “%2” (%3).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is the key of “%2”.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Countersign::Review::AnswerBar</name>
    <message>
        <source>Allow once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Always…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reject…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Do not ask again for this, in this project, until you revoke it:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A rule that denies still wins. Saved approvals can be revoked at any time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save and allow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Words for the agent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tell the agent why, or what to do instead</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Explain first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make a smaller change.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave this file alone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find another way.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reject with words</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reject and stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>exact</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pattern</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Always is not offered here: it would allow too much, so this is asked every time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tick what you want to save.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The agent reads your words and continues. “Reject and stop” ends the run without them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without words the run stops. With words the agent reads them and continues.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rejected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allowed once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved and allowed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>I have not read it all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lets you allow what has not been on screen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything is left out: reject it instead.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look at all of it first, or say that you have not.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has changed on disk since this was proposed, so it cannot be allowed. Reject it, and the agent reads the file again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n files have changed on disk since this was proposed, so it cannot be allowed. Reject it, and the agent reads them again.</source>
        <translation>
            <numerusform>%n file has changed on disk since this was proposed, so it cannot be allowed. Reject it, and the agent reads it again.</numerusform>
            <numerusform>%n files have changed on disk since this was proposed, so it cannot be allowed. Reject it, and the agent reads them again.</numerusform>
        </translation>
    </message>
    <message>
        <source>It has changed on disk: read it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The agent reads them with what you allow. A rejection with words has them in any case.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has changed on disk since this was proposed, and it cannot be made on what is there now: %2 Reject it, and the agent reads the file again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has changed on disk: read it again. %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1, with %n remarks</source>
        <translation>
            <numerusform>%1, with %n remark</numerusform>
            <numerusform>%1, with %n remarks</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, without remarks</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Send %n remarks</source>
        <translation>
            <numerusform>Send %n remark</numerusform>
            <numerusform>Send %n remarks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>○ %n remarks outdated</source>
        <translation>
            <numerusform>○ %n remark outdated</numerusform>
            <numerusform>○ %n remarks outdated</numerusform>
        </translation>
    </message>
    <message>
        <source>outdated, not sent: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Countersign::Review::CommandPage</name>
    <message>
        <source>◆ Commands are not sandboxed: this runs with your rights, on your files and your network.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is asked for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 line</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n lines</source>
        <translation>
            <numerusform>%n line</numerusform>
            <numerusform>%n lines</numerusform>
        </translation>
    </message>
    <message>
        <source>in %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>◆ Hidden, reordering or look-alike characters are in it; they are shown as ⟨U+…⟩.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in the project&apos;s folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It comes with this project</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is one of your own</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Countersign::Review::CountsLabel</name>
    <message>
        <source>%1 lines added, %2 removed</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Countersign::Review::DiffView</name>
    <message>
        <source>no line end at the end of the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>⋯ %n unchanged lines</source>
        <translation>
            <numerusform>⋯ %n unchanged line</numerusform>
            <numerusform>⋯ %n unchanged lines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>⋯ %n lines, only their line ends may change</source>
        <translation>
            <numerusform>⋯ %n line, only its line end may change</numerusform>
            <numerusform>⋯ %n lines, only their line ends may change</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>⋯ %n more removed lines</source>
        <translation>
            <numerusform>⋯ %n more removed line</numerusform>
            <numerusform>⋯ %n more removed lines</numerusform>
        </translation>
    </message>
    <message>
        <source>No change is shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Proposed change of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 added, %2 removed, hunk %3 of %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 added, %2 removed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>⊘ Left out (%1): these lines stay as they are</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>outdated: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Shows %n more lines below what is above</source>
        <translation>
            <numerusform>Shows %n more line below what is above</numerusform>
            <numerusform>Shows %n more lines below what is above</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Shows %n more lines above what is below</source>
        <translation>
            <numerusform>Shows %n more line above what is below</numerusform>
            <numerusform>Shows %n more lines above what is below</numerusform>
        </translation>
    </message>
    <message>
        <source>All</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows all of these lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>… Preparing this line (%1)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Countersign::Review::EditPage</name>
    <message>
        <source>The new text of the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take These Changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back to the Proposal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Puts the agent&apos;s text here again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open in Your Editor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opens a copy in the program that VISUAL or EDITOR names</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your changes of this text are lost when you go back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep Editing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Discard Changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You change what is written to %1. Nothing is written before you allow it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The text is open in %1. What you save there comes back here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved in %1: take it when you are done, or close %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has nothing saved. If it is still open in a window of its own, what you save there comes back here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Editor of the review</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Countersign::Review::FileList</name>
    <message>
        <source>left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Changed files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>viewed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not viewed</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Countersign::Review::FindBar</name>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find in this file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Match case</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No match</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n matches</source>
        <translation>
            <numerusform>%n match</numerusform>
            <numerusform>%n matches</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of more than %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Countersign::Review::ImagePage</name>
    <message>
        <source>Change of an image</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change of the image %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Before: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>After: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>After</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Before</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Countersign::Review::LineBar</name>
    <message>
        <source>Go to line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Line, or old:12</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Countersign::Review::NoteBar</name>
    <message>
        <source>Keep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remark on these lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A remark for the agent; empty takes it away</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Countersign::Review::OverviewRuler</name>
    <message>
        <source>Overview of the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All of the file: removed on the left, added on the right, changed across, left out hollow. A click goes there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n changed places</source>
        <translation>
            <numerusform>%n changed place</numerusform>
            <numerusform>%n changed places</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n matches</source>
        <translation>
            <numerusform>%1, %n match</numerusform>
            <numerusform>%1, %n matches</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Countersign::Review::ReviewHeader</name>
    <message>
        <source>Layout of the changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unified</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why am I asked?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Review</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows which rule made it ask</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Leave Out %n Lines</source>
        <translation>
            <numerusform>Leave Out %n Line</numerusform>
            <numerusform>Leave Out %n Lines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Countersign::Review::ReviewPanel</name>
    <message>
        <source>Next Change</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Goes to the next changed place, then to the next file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous Change</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Goes to the changed place before, then to the file before.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allow Once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allows what is shown, this time only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Always…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chooses what need not be asked again in this project.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reject…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Refuses what is shown, with or without words for the agent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The change cannot be shown, so it cannot be allowed here. %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, again: other file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Review</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing waits for you here. A request that you open from the inbox is shown in this place.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its end has not been on screen yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 files viewed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 changes seen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allow %1 of %2 changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allow what is left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allow %1 of %2 files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave Out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take In</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Takes in what was left out of the change.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Viewed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ticks the file as viewed, or takes the tick back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remark…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allow as changed by you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allow %1 of %2 lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leaves the selected lines, or this place, or in the list this file, as they are.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave Out Line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leaves only the current line out of the change.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take In Line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Takes in only the current line.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Changes what is written to this file before it is allowed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writes a remark on the current line or the selected ones, for the agent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 changes instead of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>line %1 → %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
    <message>
        <source>Changed on disk, and computed again on what is there now: %1. Look at it once more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What you left out of %1 is taken in again, because its lines are others now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your own changes of %1 do not fit what is there now and are not in it; “Edit…” brings your text back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your text of %1 is not taken yet; “Edit…” brings it back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wrap Lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Breaks lines that are longer than the window, or lets them go on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looks for a text in the file under review, folded lines too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next Match</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Goes to the next place with the text that is looked for.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous Match</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Goes to the place before with the text that is looked for.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to Line…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Goes to a line by its number; old:12 is of the side before the change.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More Lines Above</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opens 20 folded lines above the current change.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More Lines Below</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opens 20 folded lines below the current change.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A number is needed, as 12 or old:12.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>There is no line %1: before the change there are %n lines.</source>
        <translation>
            <numerusform>There is no line %1: before the change there is %n line.</numerusform>
            <numerusform>There is no line %1: before the change there are %n lines.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>There is no line %1: after the change there are %n lines.</source>
        <translation>
            <numerusform>There is no line %1: after the change there is %n line.</numerusform>
            <numerusform>There is no line %1: after the change there are %n lines.</numerusform>
        </translation>
    </message>
    <message>
        <source>Take These Changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows them as the change to be allowed; nothing is written yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This file was too large to be kept for reading.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not answered: the run ended, %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This was allowed, %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This was rejected without words, %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This was rejected, %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your text of %1 is kept: when this file is proposed again in this session, “Edit…” brings it back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Some of what you left out of %1 is taken in again, because its lines are others now.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Countersign::Review::Words</name>
    <message>
        <source>mixed</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Line ends %1 → %2 on %n lines</source>
        <translation>
            <numerusform>Line end %1 → %2 on %n line</numerusform>
            <numerusform>Line ends %1 → %2 on %n lines</numerusform>
        </translation>
    </message>
    <message>
        <source>Mixed line ends</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CRLF line ends</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Byte order mark added</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Byte order mark removed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not all of it is valid text: � stands for other bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Final line end added</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Final line end removed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The new file is empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file will be empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The bytes stay the same</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Outside the project</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Through a symbolic link to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Matched approximately</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Binary, %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Binary, %1 → %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edited</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deleted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Moved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>every command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>every file of this project</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>every resource</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>every command that starts with “%1”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>every file in %1 and the folders in it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>everything that matches this pattern; * stands for any text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>built-in defaults</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>your configuration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the project&apos;s configuration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the agent&apos;s rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>your saved approvals</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>allow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ask</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>deny</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: no rule matched, so ask.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: decided by “%2 %3 → %4” (%5).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only this command, letter by letter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only this file, whatever the change</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only this</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The agent could not be found, so nothing is allowed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No rule matched, so ask.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looked at in this order, the last match wins: built-in defaults, your configuration, the project&apos;s configuration, the agent&apos;s rules, your saved approvals.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>⋯ %n empty lines</source>
        <translation>
            <numerusform>⋯ %n empty line</numerusform>
            <numerusform>⋯ %n empty lines</numerusform>
        </translation>
    </message>
    <message>
        <source>Hidden or look-alike characters in the name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inside .git</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>May hold secrets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lock file, normally written by a tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writes hidden or look-alike characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replaces everything in the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>A line of %n bytes: look at its end too</source>
        <translation>
            <numerusform>A line of %n byte: look at its end too</numerusform>
            <numerusform>A line of %n bytes: look at its end too</numerusform>
        </translation>
    </message>
    <message>
        <source>Left out: nothing of this is done to the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Encoding %1 → %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replaces a file that is there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is more than %1: change it in an editor of your own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is no text: change it in a program of its own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Line %1 has a U+%2 in it, which would be lost here: change it in an editor of your own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A text cannot hold a NUL character.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No editor is set. Set VISUAL to one that has a window and waits, such as “gvim -f” or “code --wait”, and start Countersign again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 needs a terminal. Set TERMINAL to a terminal program that takes “-e”, or VISUAL to an editor with a window, such as “gvim -f”, and start Countersign again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No copy for the editor could be written to %1: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 ended with an error.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 could not be started: %2. Look at VISUAL and EDITOR.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Changed by you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This side is no image that can be shown.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This image has too many pixels to be shown.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This image cannot be decoded: the file is damaged, or its kind is not supported here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 × %2 pixels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>animated, the first picture is shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Too large to be kept for reading</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Line %1 has more than %2 characters: change it in an editor of your own.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Countersign::SessionList::SessionModel</name>
    <message>
        <source>New session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Countersign::SessionList::SessionPanel</name>
    <message>
        <source>just now</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n min ago</source>
        <translation>
            <numerusform>%n min ago</numerusform>
            <numerusform>%n min ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n h ago</source>
        <translation>
            <numerusform>%n h ago</numerusform>
            <numerusform>%n h ago</numerusform>
        </translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New Session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Begin a new session</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Countersign::Theme</name>
    <message>
        <source>pending</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waiting for you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>working</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>refused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>idle</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Edit %n files</source>
        <translation>
            <numerusform>Edit %n file</numerusform>
            <numerusform>Edit %n files</numerusform>
        </translation>
    </message>
    <message>
        <source>Create %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run command</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Read %n files</source>
        <translation>
            <numerusform>Read %n file</numerusform>
            <numerusform>Read %n files</numerusform>
        </translation>
    </message>
    <message>
        <source>Read %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find files: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search for: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Work outside the project: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read a page of the web: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search the web for: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reach an address that is not public: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repeat the same call: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Create %n files</source>
        <translation>
            <numerusform>Create %n file</numerusform>
            <numerusform>Create %n files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n files</source>
        <translation>
            <numerusform>Delete %n file</numerusform>
            <numerusform>Delete %n files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Move %n files</source>
        <translation>
            <numerusform>Move %n file</numerusform>
            <numerusform>Move %n files</numerusform>
        </translation>
    </message>
    <message>
        <source>Move %1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Work outside the project: %n places</source>
        <translation>
            <numerusform>Work outside the project: %n place</numerusform>
            <numerusform>Work outside the project: %n places</numerusform>
        </translation>
    </message>
    <message>
        <source>to do</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in progress</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load the skill %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep a list of tasks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask you a question</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Countersign::Todos::TodoModel</name>
    <message>
        <source>%1, high priority</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>high</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Countersign::Todos::TodoPanel</name>
    <message>
        <source>Tasks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tasks of the agent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show or Hide the Tasks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folds the list of what the agent means to do, or unfolds it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tasks · %1 of %2 done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folded; press to show the list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Press to fold the list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide the list</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Countersign::Window::HeaderBar</name>
    <message>
        <source>Show the requests that wait for you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no model is configured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 tokens in · %2 out</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n waiting</source>
        <translation>
            <numerusform>%n waiting</numerusform>
            <numerusform>%n waiting</numerusform>
        </translation>
    </message>
    <message>
        <source>Agent for the next prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The agent that answers your next prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Help</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Countersign::Window::InfoBar</name>
    <message>
        <source>Problems</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close the message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Details</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 (%n times)</source>
        <translation>
            <numerusform>%1 (%n time)</numerusform>
            <numerusform>%1 (%n times)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Countersign::Window::MainWindow</name>
    <message>
        <source>Say what should be done. Every change and command comes to your desk first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inbox</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write to the Agent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the message field</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the Review</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the request under review</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Review in the Whole Centre</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give the review the whole centre, or give it back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close Countersign</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 – Countersign</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>(%n waiting) %1 – Countersign</source>
        <translation>
            <numerusform>(%n waiting) %1 – Countersign</numerusform>
            <numerusform>(%n waiting) %1 – Countersign</numerusform>
        </translation>
    </message>
    <message>
        <source>“%1” has stopped, because what it does could not be recorded in %2. %3 When that is mended, write to the session again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Changes of This Session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show what this session changed on the disk, or go back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keyboard Shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show all actions with their keys, and change those</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n sessions are at work or wait for you.</source>
        <translation>
            <numerusform>%n session is at work or waits for you.</numerusform>
            <numerusform>%n sessions are at work or wait for you.</numerusform>
        </translation>
    </message>
    <message>
        <source>Quitting stops them: commands that run are ended, and what waits for your answer is not done. What has been done stays, and you can go on with each session later.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop and Quit</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Reason</name>
    <message>
        <source>changed since</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>changed since, in part</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cannot be put back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>put back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What sessions change is not kept and cannot be put back, because &quot;snapshots&quot; is false in %1. Set it to true there, and open the folder again, to have it kept from then on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 holds more than %2 files, so what commands change in it is not recorded and cannot be put back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 takes too long to look at, so what commands change in it is not recorded and cannot be put back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The repository in %1 was not looked at.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 more files were changed than can be recorded of one command.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A file whose name is not valid text was changed and not recorded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another command ran at the same time; what it had changed until the end of this one is listed here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The program ended while this command ran. What differed when it was started again is listed, also what others changed in between.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What this command changed could not be found out: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It cannot be shown or put back: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It cannot be shown or put back: it is larger than %1 MiB.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It cannot be shown or put back: one command changed more than can be kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It cannot be shown or put back: it could not be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It cannot be shown or put back: its earlier content could not be kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It cannot be shown or put back: its earlier content was only in the repository, which has lost it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It cannot be shown or put back: git ignored it until then, so it may have been there before.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The old content of a file is not kept any more, so it cannot be put back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The old content of a file is damaged or cannot be read, so it cannot be put back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 changed since, so the session&apos;s change there was left.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It was changed since, in other places; those stay.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is another file under its old name %1 now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It was removed since.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It was removed, and there is another file in its place now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It was made by the session and changed since, so it was not removed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It was made by the session and changed since, so it was not removed. %1 changed since.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is something else now (a file or a symbolic link).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It was changed since and is not text of which parts could be put back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On the way to it there is a symbolic link now, so it was left alone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is a folder or something else by now that is not a file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 changed since.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing of it is left to be put back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In this kind of file single places cannot be put back; put back the whole file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It has %1 changed places, there is no number %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The place is not there any more; look at it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another file that is put back has the same name; do it once more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It has changed since it was shown, so nothing was put back; look at it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It changed at this moment, so nothing was written; look at it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The session has not changed it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is nothing to be put back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was put back in this session that could be undone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was undone in this session that could be done once more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lines %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Line %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
