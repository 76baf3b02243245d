import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { realTiming } from '../timing.ts'
import { runCli } from './run-cli.ts'

const root = join(import.meta.dirname, '../../../..')

/** Returns the command lines of a document, without placeholders and comments. */
function commandLines(document: string): string[] {
  const text = readFileSync(join(root, document), 'utf8')
  return [...text.matchAll(/(?:\.\/|npx --no (?:-- )?)replywright ([a-z][^`\n#>|]*)/g)].map(([, line = '']) =>
    line.trim(),
  )
}

const documented = ['README.md', 'packages/cli/README.md', ...globSync('docs/*.md', { cwd: root })].flatMap(
  (document) => commandLines(document).map((line) => [document, line] as const),
)

/** Returns the help of a command line, or of its resource. */
async function helpOf(line: string): Promise<string> {
  const lines: string[] = []
  await runCli([...line.split(' ').slice(0, 2), '--help'], {
    env: {},
    out: (text) => lines.push(text),
    err: (text) => lines.push(text),
    signal: new AbortController().signal,
    timing: realTiming,
  })
  return lines.join('\n')
}

test.each(documented)('%s: the command and the options of `replywright %s` exist', async (_, line) => {
  const help = await helpOf(line)
  expect(help).toMatch(/^Usage: replywright |^ {2}replywright /)
  const options = line.match(/(?<= )--[\w-]+/g) ?? []
  for (const option of options) {
    const spelled = option.replace(/(?<=\w)-(\w)/g, (_, letter: string) => letter.toUpperCase())
    expect([option, spelled].some((name) => help.includes(`${name} `)) || option === '--help', option).toBe(true)
  }
})
