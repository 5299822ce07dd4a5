import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type OutlineCase, outlineText } from './outline-text.ts';

const path = 'a.py';
const cases: readonly OutlineCase[] = [
  {
    claim: 'a function with types',
    path,
    text: 'def add(a: int, b: int = 2) -> int:\n    return a + b\n',
    expected: 'def add(a: int, b: int = 2) -> int',
  },
  {
    claim: 'a signature over several lines, with comments',
    path,
    text: 'async def load(\n    path: str,  # where it is (see docs)\n    *,\n    limit: int = 10,\n) -> dict[str, int]:\n    pass\n',
    expected: 'async def load(path: str, *, limit: int = 10) -> dict[str, int]',
  },
  {
    claim: 'a class with its methods, decorators in front',
    path,
    text: '@dataclass(frozen=True)\nclass Book(Base, Generic[T]):\n    title: str\n\n    @property\n    def short(self) -> str:\n        return self.title\n\n    def _own(self): ...\n    def __init__(self, x): ...\n    def __repr__(self): ...\n',
    expected:
      '@dataclass(frozen=True) class Book(Base, Generic[T])\n  title: str\n  @property def short(self) -> str\n  def __init__(self, x)',
  },
  {
    claim: 'nothing that is local to a function',
    path,
    text: 'def outer():\n    def inner():\n        pass\n    class Local:\n        def m(self): ...\n    return inner\n\ndef after(): ...\n',
    expected: 'def outer()\ndef after()',
  },
  {
    claim: 'definitions in strings and comments are none',
    path,
    text: '"""\ndef no(): pass\n"""\n# def no(): pass\nKEY = \'def no(): pass\'\ny = """\nclass No:\n"""\ndef yes(a="):", b=\'\\\'\'):\n    pass\n',
    expected: "KEY = …\ndef yes(a=\"):\", b='\\'')",
  },
  {
    claim: 'definitions in branches',
    path,
    text: 'if TYPE_CHECKING:\n    class A: ...\nelse:\n    def b(): ...\ntry:\n    import x\nexcept ImportError:\n    def x(): ...\n',
    expected: 'class A\ndef b()\ndef x()',
  },
  {
    claim: 'classes within classes',
    path,
    text: 'class A:\n    class B:\n        def m(self): ...\n    def n(self): ...\ndef top(): ...\n',
    expected: 'class A\n  class B\n    def m(self)\n  def n(self)\ndef top()',
  },
  {
    claim: 'constants: numbers with their values, the rest without',
    path,
    text: 'MAX_SIZE = 10\nIS_ON: bool = True\nAPI_KEY = "do-not-show"\nlower = 1\n__all__ = [\n    "add",\n    "load",\n]\n',
    expected: 'MAX_SIZE = 10\nIS_ON: bool = True\nAPI_KEY = …\n__all__ = ["add", "load"]',
  },
  {
    claim: 'the fields of a class with their types; of values no more than of constants',
    path,
    text: 'class Book(Base):\n    """A book."""\n    title: str\n    pages: Annotated[int, Field(gt=0)] = 1\n    key: str = "do-not-show"\n    author = models.ForeignKey(\n        Author, default="do-not-show"\n    )\n    RED = 1\n    _own: int\n    __slots__ = ("a",)\n    count += 1\n    same == 2\n    pass\n    if DEBUG:\n        traced: bool = True\n    def m(self):\n        local: int = 1\n',
    expected:
      'class Book(Base)\n  title: str\n  pages: Annotated[int, Field(gt=0)] = 1\n  key: str = …\n  author = models.ForeignKey(…)\n  RED = 1\n  def m(self)',
  },
  {
    claim: 'lines joined by a backslash',
    path,
    text: 'def long(a, \\\n         b):\n    pass\n',
    expected: 'def long(a, b)',
  },
  {
    claim: 'a bracket that nobody closed costs one statement only',
    path,
    text: 'x = foo(1,\n\ndef f(): ...\nclass A: ...\n',
    expected: 'def f()\nclass A',
  },
  {
    claim: 'tabs',
    path,
    text: 'class A:\n\tdef m(self):\n\t\tdef no(): ...\n\tdef n(self): ...\n',
    expected: 'class A\n  def m(self)\n  def n(self)',
  },
  {
    claim: 'annotations and slices have colons, too',
    path,
    text: 'def f(a: dict[str, int] = {"x": 1}, b=lambda: 1) -> Callable[[int], "A:B"]: return a\n',
    expected: 'def f(a: dict[str, int] = {"x": 1}, b=lambda: 1) -> Callable[[int], "A:B"]',
  },
];

for (const { claim, text, expected } of cases) {
  test(`outlines in Python ${claim}`, async () => assert.equal(await outlineText(path, text), expected));
}

test('the first line of a docstring comes with its definition', async () => {
  const text =
    'def f():\n    """Adds a book.\n\n    More.\n    """\nclass A:\n    r\'Holds.\'\n    def m(self):\n        """\n        Goes.\n        """\ndef g():\n    return "no doc"\n';
  assert.equal(
    await outlineText(path, text, true),
    '// Adds a book.\ndef f()\n// Holds.\nclass A\n  // Goes.\n  def m(self)\ndef g()',
  );
});
