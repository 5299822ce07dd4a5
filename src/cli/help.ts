/** Help and version of `agentos` itself: plain text, so that asking for it loads nothing else. */
export const rootHelp = `EXAMPLES
  agentos demo
    see it work: six issues, four workers, a rate limit and a crash; no key, no network
  agentos requirements --dry-run
    what would run: each pending issue, why, and where its design goes
  agentos requirements --parallel 3
    take every pending issue to an approved design, three at a time
  agentos implement --agent claude-cli:MODEL
    take every approved design to tested code on a branch of its own
  agentos resume
    go on with the last batch where it was
  agentos status
    what runs and what happened

COMMANDS
  requirements [ids…]  Take issues to approved low-level designs (LLD)
  implement [ids…]     Take approved designs to tested code on branches
  run [ids…]           Both: each design goes on to code as soon as it is approved
  resume [batch]       Go on with an interrupted batch where it was
  retry [batch]        Run the failed and rejected tasks of a batch again
  status [batch]       Print what runs and what happened
  show ID              Print what happened to one task
  approve, reject ID   Answer what a task waits for
  credentials          Print the credentials, their state and their spend; never a key
  lint [paths…]        Check designs and verdicts mechanically, without a model
  config               Print each setting and where it came from
  clean                Remove what tasks and old batches left behind
  demo [folder]        See it work on sample issues, with no key and no network (--implement: on to code)
  simulate             Simulate model providers on this machine, for tests of your own

FLAGS
  -h, --help     Help; \`agentos COMMAND --help\` shows the flags of a command
      --version  The version

CTRL+C
  Once: nothing new starts, running steps have 3 s to end, and after 5 s at most the batch is over.
  Twice: everything ends now. Nothing finished is lost: \`agentos resume\` goes on.

EXIT CODES
  0 all done, or nothing to do · 1 a task failed, was rejected or needs a person; an input was rejected;
  a lint found errors · 2 usage, config or preflight: nothing was started · 4 no usable credential
  70 a defect of ours · 74 output or state could not be written · 75 another batch holds this repository
  129, 130, 143 stopped by SIGHUP, SIGINT, SIGTERM; resumable
`;

/** Commands that are planned: they say so, instead of being unknown. */
export const laterCommands: ReadonlySet<string> = new Set(['dashboard', 'report', 'init', 'doctor', 'worker']);
