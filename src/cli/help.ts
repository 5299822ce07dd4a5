/** Help and version of `agentos` itself: plain text, so that asking for it loads nothing else. */
export const rootHelp = `EXAMPLES
  agentos requirements --dry-run
    what would run: each pending issue, why, and where its design goes
  agentos requirements 137 142 --dry-run --json
    the same for two issues, as one JSON document
  agentos implement --dry-run
    which approved designs wait for code, and which touch the same files
  agentos lint docs/lld/active
    check designs and verdicts mechanically, without a model
  agentos config
    every setting and where it came from

COMMANDS
  requirements [ids…]  Take issues to approved low-level designs (LLD)
  implement [ids…]     Take approved designs to tested code on branches
  lint [paths…]        Check designs and verdicts mechanically, without a model
  config               Print each setting and where it came from

FLAGS
  -h, --help     Help; \`agentos COMMAND --help\` shows the flags of a command
      --version  The version

EXIT CODES
  0 all done, or nothing to do · 1 a task failed or a lint found errors
  2 usage, config or preflight: nothing was started · 70 a defect · 74 output or state could not be written
`;

/** Commands that are planned: they say so, instead of being unknown. */
export const laterCommands: ReadonlySet<string> = new Set([
  'run',
  'credentials',
  'dashboard',
  'report',
  'init',
  'doctor',
  'worker',
  'clean',
  'simulate',
]);
