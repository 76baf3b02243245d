import { posix } from 'node:path'
import { UnreadableError } from '../../document-problems.ts'
import { type Archive, openArchive } from '../archive.ts'
import { decodeText } from '../decode-text.ts'
import type { Extracted, SourceFile } from '../extracted.ts'
import { declaredInMarkup } from '../html/declared-encoding.ts'
import { extractPage } from '../html/page-sections.ts'
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
  const { chapters, unknown } = await chaptersOf(archive, packagePart)
  for (const id of unknown) missing.push(`The chapter ${id} is not in the list of the book.`)
  for (const { part: chapter, isPicture } of chapters) {
    if (encrypted.has(chapter)) throw new UnreadableError('encrypted')
    if (!archive.has(chapter)) {
      missing.push(`The chapter ${posix.basename(chapter)} is not in the file.`)
      continue
    }
    if (isPicture) {
      pictures += 1
      continue
    }
    const markup = await archive.read(chapter)
    const page = await decodeText(markup, { declared: declaredInMarkup(markup) })
    const { sections: read, missing: missingOfPage = [] } = await extractPage(page)
    sections.push(...read)
    missing.push(...missingOfPage.filter((sentence) => !sentence.includes('without a description')))
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

interface Chapter {
  readonly part: string
  readonly isPicture: boolean
}

/** Returns the chapters of a book: those of its order, then the other pages, such as notes. */
async function chaptersOf(
  archive: Archive,
  packagePart: string,
): Promise<{ readonly chapters: readonly Chapter[]; readonly unknown: readonly string[] }> {
  const parts = new Map<string, Chapter>()
  const pages = new Set<string>()
  const order: string[] = []
  let contents: string | undefined
  await readXml(await archive.read(packagePart), {
    open: (element, attributes) => {
      const { id, href, idref, properties } = attributes
      const type = attributes['media-type'] ?? ''
      const name = element.slice(element.indexOf(':') + 1)
      if (name === 'item' && id && href) {
        parts.set(id, {
          part: posix.join(posix.dirname(packagePart), decoded(href)),
          isPicture: type.startsWith('image/') && type !== 'image/svg+xml',
        })
        // The table of contents repeats the headings.
        if (properties?.split(' ').includes('nav')) contents = id
        else if (type === 'application/xhtml+xml' || type === 'text/html' || (!type && PAGE.test(href))) pages.add(id)
      }
      if (name === 'itemref' && idref) order.push(idref)
    },
  })
  const ids = [...new Set([...order.filter((id) => id !== contents), ...pages])]
  return {
    chapters: ids.flatMap((id) => parts.get(id) ?? []),
    unknown: ids.filter((id) => !parts.has(id)),
  }
}

const PAGE = /\.x?html?$/i
