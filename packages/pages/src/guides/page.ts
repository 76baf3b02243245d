import { dirname, extname, join, posix } from 'node:path'

/** A page of the documentation. */
export interface Page {
  readonly title: string
  /** The first sentence. */
  readonly description: string
  /** Markdown without its first heading. Its links are addresses of pages. */
  readonly body: string
}

/** The files that links may name. */
interface Files {
  /** The addresses of the files that are pages. */
  readonly addresses: ReadonlyMap<string, string>
  /** Returns the text of a file of the repository. */
  read(path: string): string
}

const CODE: Readonly<Record<string, string>> = { '.ts': 'ts', '.py': 'python' }
const LINK = /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)/g
const FENCE = /^ *```[\s\S]*?^ *```$|`[^`\n]+`/gm

/** Builds the page of a Markdown file. The code files that it links in its own folder follow its text. */
export function buildPage(source: string, files: Files): Page {
  const text = files.read(source).replace(/^---\n[\s\S]*?\n---\n/, '')
  const [, title = '', rest = ''] = /^# (.+)\n([\s\S]*)$/.exec(text.trimStart()) ?? []
  const code = new Set<string>()
  const body = outsideCode(rest, (prose) =>
    prose
      .replace(LINK, (_, mark: string, label: string, href: string) => {
        const to = addressOf(href, source, files, code)
        return to === undefined ? label : `${mark}[${label}](${to})`
      })
      .replace(/(?<=(?:src|srcset)=")(?:\.\.\/)*docs\/images\//g, '/images/'),
  )
  const appended = [...code].map((path) => {
    const name = posix.relative(dirname(source), path)
    return `### \`${name}\`\n\n\`\`\`${CODE[extname(path)]}\n${files.read(path).trimEnd()}\n\`\`\``
  })
  return {
    title: plain(title),
    description: firstSentence(body),
    body: [body.trim(), ...(appended.length > 0 ? ['## Code', ...appended] : [])].join('\n\n'),
  }
}

/** Returns where a link leads; undefined if no page has it. Adds a linked code file to `code`. */
function addressOf(href: string, source: string, { addresses }: Files, code: Set<string>): string | undefined {
  if (/^(https?:|mailto:|#)/.test(href)) return href
  const [path = '', anchor] = href.split('#')
  const target = join(dirname(source), path)
  const address = addresses.get(target)
  if (address !== undefined) return anchor === undefined ? address : `${address}#${anchor}`
  if (CODE[extname(target)] === undefined) return undefined
  const [owner] = [...addresses.keys()].filter((each) => ownsCode(each, target)).toSorted((a, b) => b.length - a.length)
  if (owner === undefined) return undefined
  const anchorOf = `#${posix
    .relative(dirname(owner), target)
    .toLowerCase()
    .replace(/[^\w-]/g, '')}`
  if (owner !== source) return `${addresses.get(owner)}${anchorOf}`
  code.add(target)
  return anchorOf
}

/** Whether a page shows a code file: it is the README of the nearest folder. */
function ownsCode(source: string, target: string): boolean {
  return source.endsWith('/README.md') && target.startsWith(`${dirname(source)}/`) && !target.includes('/src/')
}

/** Changes the text outside of code. */
function outsideCode(text: string, change: (prose: string) => string): string {
  const code = text.match(FENCE) ?? []
  return change(text.replace(FENCE, () => '\u0000')).replaceAll('\u0000', () => code.shift() ?? '')
}

function plain(markdown: string): string {
  return markdown.replace(LINK, '$2').replace(/[`*]/g, '')
}

function firstSentence(body: string): string {
  const paragraph = body.split(/\n{2,}/).find((block) => /^[A-Z`*“[]/.test(block.trim())) ?? ''
  return /^.*?[.:](?= |$)/.exec(plain(paragraph).replace(/\s+/g, ' ').trim())?.[0].replace(/:$/, '.') ?? ''
}

/** The guides that the API serves beside its reference, by the last part of their address. `source` is a file of this repository. */
export const GUIDES = {
  api: { label: 'The API by example', source: 'docs/api.md' },
  webhooks: { label: 'Webhooks', source: 'docs/webhooks.md' },
  receivers: { label: 'Receivers', source: 'examples/receivers/README.md' },
  'event-bus': { label: 'Event bus', source: 'examples/event-bus/README.md' },
  agents: { label: 'How agents answer', source: 'docs/agents.md' },
  client: { label: 'TypeScript client', source: 'packages/client/README.md' },
  python: { label: 'Python client', source: 'packages/python/README.md' },
  cli: { label: 'Command line', source: 'packages/cli/README.md' },
} as const

export type Guide = keyof typeof GUIDES
