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
  const encrypted = await encryptedParts(archive)
  const sections: Section[] = []
  const missing: string[] = []
  let pictures = 0
  for (const chapter of await chaptersOf(archive, packagePart)) {
    if (encrypted.has(chapter)) throw new UnreadableError('encrypted')
    if (!archive.has(chapter)) {
      missing.push(`The chapter ${posix.basename(chapter)} is not in the file.`)
      continue
    }
    const markup = await archive.read(chapter)
    const page = await decodeText(markup, { declared: declaredInMarkup(markup) })
    const read = await pageSections(page)
    sections.push(...read)
    if (read.length === 0 && /<(?:img|image|svg:image)\s/i.test(page)) pictures += 1
  }
  if (pictures > MOST_COVERS) missing.push(`The book has ${pictures} chapters that are pictures without text.`)
  return { sections, missing }
}

/** Pages of a book that are usually pictures: its cover and its title. */
const MOST_COVERS = 2

/** Returns the parts that the archive says are encrypted. Fonts usually are. */
async function encryptedParts(archive: Archive): Promise<ReadonlySet<string>> {
  const part = 'META-INF/encryption.xml'
  const found = new Set<string>()
  if (archive.has(part))
    await readXml(await archive.read(part), {
      open: (name, attributes) => {
        if (name.endsWith('CipherReference') && attributes.URI) found.add(decoded(attributes.URI))
      },
    })
  return found
}

/** Returns a path without its escape sequences. Some programs write a percent sign as it is. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
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
        parts.set(id, posix.join(posix.dirname(packagePart), decoded(href)))
      if (name === 'itemref' && idref) order.push(idref)
    },
  })
  // A book without an order has its parts in the order of the list.
  if (order.length === 0) return [...parts.values()].filter((part) => /\.x?html?$/i.test(part))
  return order.flatMap((id) => parts.get(id) ?? [])
}
