import { posix } from 'node:path'
import { UnreadableError } from '../../document-entity.ts'
import { type Archive, openArchive } from '../archive.ts'
import { decodeText } from '../decode-text.ts'
import type { Extracted, SourceFile } from '../extracted.ts'
import { declaredInMarkup } from '../html/declared-encoding.ts'
import { pageSections } from '../html/page-sections.ts'
import type { Section } from '../split-passages.ts'
import { LARGEST_STREAMED } from './xlsx.ts'
import { readXml } from './xml.ts'

/**
 * Returns the chapters of a book in their order.
 * @throws UnreadableError `encrypted` for a book with rights management, `inflated` or `damaged`
 */
export async function readEpub({ bytes }: SourceFile): Promise<Extracted> {
  const archive = await openArchive(bytes, LARGEST_STREAMED)
  if (archive.has('META-INF/rights.xml')) throw new UnreadableError('encrypted')
  const packagePart = await findPackage(archive)
  const sections: Section[] = []
  const missing: string[] = []
  for (const chapter of await chaptersOf(archive, packagePart)) {
    if (!archive.has(chapter)) {
      missing.push(`The chapter ${posix.basename(chapter)} is not in the file.`)
      continue
    }
    const markup = await archive.read(chapter)
    sections.push(...(await pageSections(await decodeText(markup, { declared: declaredInMarkup(markup) }))))
  }
  return { sections, missing }
}

async function findPackage(archive: Archive): Promise<string> {
  let found: string | undefined
  await readXml(await archive.read('META-INF/container.xml'), {
    open: (name, attributes) => {
      if (name.endsWith('rootfile')) found ??= attributes['full-path']
    },
  })
  if (found === undefined || !archive.has(found)) throw new UnreadableError('damaged')
  return found
}

async function chaptersOf(archive: Archive, packagePart: string): Promise<string[]> {
  const parts = new Map<string, string>()
  const order: string[] = []
  await readXml(await archive.read(packagePart), {
    open: (element, { id, href, idref, properties }) => {
      const name = element.slice(element.indexOf(':') + 1)
      // The table of contents repeats the headings.
      if (name === 'item' && id && href && !properties?.split(' ').includes('nav'))
        parts.set(id, posix.join(posix.dirname(packagePart), decodeURIComponent(href)))
      if (name === 'itemref' && idref) order.push(idref)
    },
  })
  return order.flatMap((id) => parts.get(id) ?? [])
}
