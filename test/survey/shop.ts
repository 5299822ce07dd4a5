/** A small shop, with everything in it that a survey has to tell apart. */
export const shopFiles: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({
    name: 'shop',
    type: 'module',
    engines: { node: '>=24' },
    scripts: { test: 'vitest run', build: 'tsc -p .' },
    dependencies: { fastify: '^5.0.0' },
  }),
  'pyproject.toml':
    '# prices\n[project]\nname = "prices"\nrequires-python = ">=3.12"\n\n[tool.ruff]\nline-length = 100\nselect = ["E"]\n',
  'package-lock.json': `{ "do-not-show": "${'x'.repeat(500)}" }`,
  '.env': 'KEY=do-not-show\n',
  'config/credentials.json': '{ "key": "do-not-show" }',
  'config/server.pem': 'do-not-show',
  'README.md':
    '# Shop\n\n[![build](https://example.org/badge.svg)](x)\n\nA cart, its discounts, and a price list.\n\n## Use\n\n`npm test`\n',
  'AGENTS.md': '# For agents\n\nMoney is counted in cents, as integers.\n',
  '.github/workflows/ci.yml':
    'name: CI\non: [push]\njobs:\n  check:\n    runs-on: x\n    steps:\n      - run: npm ci\n      - run: npm test\n',
  'docs/lld/active/LLD-7.md': '# Finalized design\n\nStatus: Approved\n\n---\n\n# 7: Count stock\n\ndo-not-show\n',
  'docs/lineage/7-lld/001-issue.md': '# applyDiscount do-not-show\n',
  'src/cart/discount.ts':
    "import type { Cart } from './cart.ts';\nimport { round } from '../money.ts';\n\n/** Takes a share off the total. */\nexport function applyDiscount(cart: Cart, percent: number): Cart {\n  return { ...cart, total: round(cart.total * (1 - percent / 100)) };\n}\n",
  'src/cart/cart.ts':
    'export interface Item {\n  readonly sku: string;\n  readonly cents: number;\n}\n\nexport interface Cart {\n  readonly items: readonly Item[];\n  readonly total: number;\n}\n\n/** Adds an item and its price. */\nexport function addItem(cart: Cart, item: Item): Cart {\n  return { items: [...cart.items, item], total: cart.total + item.cents };\n}\n',
  'src/money.ts':
    'export const currency = "EUR";\nexport const decimals = 2;\n\nexport function round(cents: number): number {\n  return Math.round(cents);\n}\n',
  'src/server.ts':
    "import { applyDiscount } from './cart/discount.ts';\n\nexport class Server {\n  #port = 80;\n  async start(port: number): Promise<void> {}\n  checkout(percent: number) { return applyDiscount({ items: [], total: 0 }, percent); }\n}\n",
  'src/mail/newsletter.ts': 'export function sendNewsletter(to: readonly string[]): void {}\n',
  'test/cart/discount.test.ts':
    "import { test } from 'vitest';\nimport { applyDiscount } from '../../src/cart/discount.ts';\n\ntest('ten percent off', () => {});\n",
  'tools/price_list.py':
    'import csv\n\nRATE = 1.19\n\n\ndef load(path: str) -> list["Price"]:\n    """Reads prices from a file."""\n    return []\n\n\nclass Price:\n    def gross(self, rate: float = RATE) -> int:\n        return 0\n',
  'node_modules/fastify/index.js': 'module.exports = "do-not-show applyDiscount";\n',
  'dist/discount.js': 'export const applyDiscount = "do-not-show";\n',
  'public/app.min.js': `var a="do-not-show";${'a();'.repeat(200)}`,
};

export const shopIssue = {
  title: 'Discounts must not make a total negative',
  text: '`applyDiscount` in `src/cart/discount.ts` accepts 150 percent. It should refuse with an error; `price_list.py` has the same flaw.\nVouchers come in a new file src/cart/voucher.ts.\n\n## Acceptance Criteria\n\n- [ ] percent above 100 is refused\n',
};
