/** What the tests of a task have to be; the same words again when they have to be mended. */
export const testDemands = `- One test for each scenario, and its title begins with the three digits of that scenario. Several cases of one scenario are
  several checks in its test, or a group whose title begins with the digits.
- Each test calls the real code by the names, paths and signatures that the design gives, and checks the values that the
  scenario names. Nothing that it is about is replaced by a stand-in.
- Each test must fail now, and for the right reason: because what it claims is not so yet, or because something that the design
  announces is not there yet. A test that fails by a mistake of its own, such as a wrong import, a syntax error or a missing
  helper, is refused.
- A test that could never fail, or always fails, is refused: no checks of constants, no empty bodies, no skip, no todo, no only,
  nothing that swallows a failure.
- Existing tests stay as they are, unless the design changes what they check.
- Write test files alone, and what only they need. Write none of the code that the design describes.`;

/** What the code of a task has to be; the same words again when it has to be mended. */
export const codeDemands = `- Change every file of the design's table as it says there, and no other. A lock file may follow from its manifest.
- Packages that a manifest newly asks for are installed when you are done, and its lock file is brought up to date: you need not, and
  may not reach a registry.
- The tests of the scenarios must pass, and so must all others of the repository. Run them until they do.
- Make them pass by doing what the design says, for every input: no special case for the values of a test, and no code that asks
  whether it is being tested.
- Every new line is there for a requirement, and is run by a test where it can be.
- No stub is left: nothing to be done later, nothing empty, nothing that stands in for the real thing.`;
