import { expect, test } from 'vitest'
import { buildPage } from './page.ts'

/** Returns the page of `source` in a repository with these files. The Markdown files are pages. */
function pageOf(source: string, files: Readonly<Record<string, string>>) {
  const sources = Object.keys(files).filter((path) => path.endsWith('.md'))
  const addresses = new Map(sources.map((path) => [path, `/${path.replace(/(README)?\.md$/, '')}`]))
  return buildPage(source, { addresses, read: (path) => files[path] ?? '' })
}

test('a page has the title, the first sentence, and the text without front matter and title', () => {
  const text = '---\nname: x\n---\n\n# The `API`\n\nEvery request needs a [key](b.md). Keep it.\n\n## Calls\n'
  expect(pageOf('docs/a.md', { 'docs/a.md': text, 'docs/b.md': '# B\n' })).toEqual({
    title: 'The API',
    description: 'Every request needs a key.',
    body: 'Every request needs a [key](/docs/b). Keep it.\n\n## Calls',
  })
})

test.each([
  ['[x](b.md#part)', '[x](/docs/b#part)'],
  ['[x](../README.md)', '[x](/)'],
  ['[x](../examples/e/README.md)', '[x](/examples/e/)'],
  ['[x](#part)', '[x](#part)'],
  ['[x](https://example.com/a.md)', '[x](https://example.com/a.md)'],
  ['[`x`](../CONTRIBUTING.md)', '`x`'],
  ['`[x](b.md)`', '`[x](b.md)`'],
  ['```sh\n[x](b.md)\n```', '```sh\n[x](b.md)\n```'],
  ['[x](../examples/e/main.ts)', '[x](/examples/e/#maints)'],
  ['<img src="docs/images/a.webp">', '<img src="/images/a.webp">'],
  ['<img src="../../docs/images/a.webp">', '<img src="/images/a.webp">'],
])('the link %s is %s', (text, expected) => {
  const others = { 'docs/b.md': '# B\n', 'README.md': '# R\n', 'examples/e/README.md': '# E\n' }
  expect(pageOf('docs/a.md', { 'docs/a.md': `# A\n\n${text}`, ...others }).body).toBe(expected)
})

test('the code that a README links follows its text', () => {
  const files = { 'examples/e/README.md': '# E\n\nSee [main.ts](main.ts).', 'examples/e/main.ts': 'run()\n' }
  expect(pageOf('examples/e/README.md', files).body).toBe(
    'See [main.ts](#maints).\n\n## Code\n\n### `main.ts`\n\n```ts\nrun()\n```',
  )
})
