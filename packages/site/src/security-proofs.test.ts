import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const PROOFS = 'What proves this page'
const FILES = /^`[\w./-]+\.test\.tsx?`(?:, `[\w./-]+\.test\.tsx?`)*$/
const NOT_TESTED = /^not tested: \S/

/** Returns the titles of sections, and the rows of the table in the last one. */
function readPage(text: string) {
  const sections = [...text.matchAll(/^## (.+)$/gm)].map(([, title = '']) => title)
  const [, table = ''] = text.split(`## ${PROOFS}\n`)
  const rows = table
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
  return { sections: sections.filter((title) => title !== PROOFS), rows }
}

/** Returns what is wrong with the table of proofs. */
function problemsOf(text: string): string[] {
  const { sections, rows } = readPage(text)
  return [
    ...sections.filter((title) => !rows.some(([section]) => section === title)).map((title) => `no row: ${title}`),
    ...rows.flatMap(([section = '', statement = '', proof = '', ...more]) => {
      if (more.length > 0 || statement === '') return [`not three cells: ${statement}`]
      if (!sections.includes(section)) return [`no section: ${section}`]
      if (NOT_TESTED.test(proof)) return []
      if (!FILES.test(proof)) return [`no proof: ${statement}`]
      return [...proof.matchAll(/`([^`]+)`/g)].flatMap(([, file = '']) =>
        existsSync(`${ROOT}${file}`) ? [] : [`no file: ${file}`],
      )
    }),
  ]
}

test('each section of docs/security.md has a proof, and each proof exists', () => {
  const text = readFileSync(`${ROOT}docs/security.md`, 'utf8')
  expect(readPage(text).rows.length).toBeGreaterThan(10)
  expect(problemsOf(text)).toEqual([])
})

test('a missing section, proof or file is found', () => {
  const page = (rows: string) =>
    `## A\n\n## B\n\n## ${PROOFS}\n\n| Section | Statement | Proof |\n|---|---|---|\n${rows}\n`
  const own = '`packages/site/src/security-proofs.test.ts`'
  expect(problemsOf(page(`| A | x | ${own} |\n| B | y | not tested: z |`))).toEqual([])
  expect(problemsOf(page(`| A | x | ${own} |`))).toEqual(['no row: B'])
  expect(
    problemsOf(page(`| A | x | |\n| B | y | \`missing.test.ts\` |\n| C | z | ${own} |\n| B | w | a test |`)),
  ).toEqual(['no proof: x', 'no file: missing.test.ts', 'no section: C', 'no proof: w'])
})
