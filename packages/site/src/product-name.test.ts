import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const TEXTS = '{README.md,docs/*.md,skills/**/*.md,examples/**/*.{md,py,ts},packages/**/*.{html,json,md,py,svg,ts,tsx}}'

test('the product is called Replywright; only the title of the API is the name in its document', () => {
  const files = globSync(TEXTS, { cwd: ROOT, exclude: ['**/node_modules/**', '**/dist/**', '**/.build/**'] })
  const named = files.filter((file) => /agent[ -]messaging/i.test(readFileSync(join(ROOT, file), 'utf8')))
  expect(named).toEqual(['packages/contract/src/openapi/openapi.ts'])
})
