import { readFileSync } from 'node:fs'
import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openApiDocument } from '@replywright/contract/openapi/openapi.ts'
import { buildPage, type Page } from '@replywright/pages/guides/page.ts'
import { referenceMarkdown } from '@replywright/pages/reference/markdown.ts'
import { addressOf, NAVIGATION, SOURCES, slugOf } from './navigation.ts'

const ROOT = join(import.meta.dirname, '../../..')
/** The Markdown files that the generator reads. */
export const ASSEMBLED = join(ROOT, '.build/site-pages')
/** The files that the site has unchanged. */
export const PUBLIC = join(ROOT, '.build/site-public')
export const SITE = join(ROOT, '.build/site')

const NAME = 'Replywright'
const SUMMARY =
  'Hosts AI agents on business phone numbers, and pushes every message to an HTTP endpoint as a signed, retried, idempotent webhook delivery.'

interface SitePage extends Page {
  readonly slug: string
}

function linkToSchema(name: string): string {
  return `[\`${name}\`](/reference/schemas/#${name.toLowerCase()})`
}

/** Returns the pages of the API reference, one for each tag. */
function referencePages(): readonly SitePage[] {
  const markdown = referenceMarkdown(openApiDocument('http://127.0.0.1:3000'), linkToSchema)
  const [, ...sections] = markdown.split(/^## (?=[A-Z])/m)
  return sections.map((section) => {
    const [title = '', ...lines] = section.split('\n')
    const body = lines.join('\n').trim().replace(/^###/gm, '##')
    const slug = `reference/${title.toLowerCase().replaceAll(' ', '-')}`
    return { slug, title, description: `${NAME} API: ${title.toLowerCase()}.`, body }
  })
}

/** Writes the files of the site that the generator reads. Returns the pages. */
export async function assemble(): Promise<readonly SitePage[]> {
  const addresses = new Map(SOURCES.map((source) => [source, addressOf(source)]))
  const files = { addresses, read: (path: string) => readFileSync(join(ROOT, path), 'utf8') }
  const pages = [
    ...SOURCES.map((source) => ({ slug: slugOf(source), ...buildPage(source, files) })),
    ...referencePages(),
  ]
  await Promise.all([ASSEMBLED, PUBLIC].map((directory) => rm(directory, { recursive: true, force: true })))
  const write = async (path: string, text: string) => {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }
  for (const { slug, title, description, body } of pages) {
    const front = ['---', `title: ${JSON.stringify(title)}`, `description: ${JSON.stringify(description)}`, '---']
    await write(join(ASSEMBLED, `${slug || 'index'}.md`), `${front.join('\n')}\n\n${body}\n`)
    await write(join(PUBLIC, `${slug || 'index'}.md`), `# ${title}\n\n${body}\n`)
  }
  await write(join(PUBLIC, 'llms.txt'), index(pages))
  await cp(join(ROOT, 'packages/dashboard/public/favicon.svg'), join(PUBLIC, 'favicon.svg'))
  await cp(join(ROOT, 'docs/images'), join(PUBLIC, 'images'), { recursive: true })
  return pages
}

/** Returns an index of the pages for programs (llmstxt.org). */
function index(pages: readonly SitePage[]): string {
  const line = ({ slug, title, description }: SitePage) => `- [${title}](/${slug || 'index'}.md): ${description}`
  return `# ${NAME}\n\n> ${SUMMARY}\n\n${pages.map(line).join('\n')}\n`
}

/** Returns the sidebar in the generator's format. */
export function sidebar(reference: readonly SitePage[] = referencePages()) {
  return NAVIGATION.map(({ label, entries }) => ({
    label,
    items: [
      ...entries.map((entry) => ('link' in entry ? entry : { label: entry.label, link: addressOf(entry.source) })),
      ...(label === 'Reference'
        ? [{ label: 'API', items: reference.map(({ title, slug }) => ({ label: title, link: `/${slug}/` })) }]
        : []),
    ],
  }))
}
