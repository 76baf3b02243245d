import type { Attachment, Email } from 'postal-mime'
import { documentType } from '../../document-type.ts'
import type { Extracted, SourceFile } from '../extracted.ts'
import { extractPage } from '../html/page-sections.ts'
import type { Section } from '../split-passages.ts'
import { labelParts } from './mail-parts.ts'

/** Reads a file by its name and type. Returns undefined for a type that is not read. */
export type ReadAttachment = (file: {
  readonly name: string
  readonly contentType: string
  readonly bytes: Uint8Array
}) => Promise<Extracted | undefined>

/** Types of files that only shape a page. */
const DESIGN = /^(?:text\/(?:css|javascript)|application\/(?:javascript|x-javascript|font-\w{1,9}|octet-stream)|font\/)/

const LONGEST_HEAD = 64 * 1024
const MOST_ATTACHMENTS = 50
const DEEPEST_PART = 50
/** A mail with less text is its pictures. */
const LEAST_TEXT = 200
/** Number of bytes up to which a picture within a page is a logo. */
const LARGEST_LOGO = 20_000

/** Returns a mail: its subject, sender and date, its text, and the texts of its attachments. */
export async function readEml({ bytes, encoding }: SourceFile, readAttachment: ReadAttachment): Promise<Extracted> {
  const { default: PostalMime } = await import('postal-mime')
  const labelled = await labelParts(bytes, encoding)
  const isPage = isSavedPage(labelled.bytes)
  const mail = await PostalMime.parse(labelled.bytes, {
    attachmentEncoding: 'arraybuffer',
    maxNestingDepth: DEEPEST_PART,
  })
  const subject = mail.subject ?? ''
  const head = [
    subject && `Subject: ${subject}`,
    mail.from && `From: ${[mail.from.name, mail.from.address].filter(Boolean).join(' ')}`,
    mail.date && `Date: ${mail.date.slice(0, 10)}`,
  ].filter(Boolean)
  const { sections: body, missing: missingOfPage } = await bodyOf(mail)
  const sections: Section[] = [{ place: '', text: head.join('\n') }, ...body]
  const missing = [...missingOfPage]
  if (labelled.unknown > 0)
    missing.push(
      'A part of the mail is in an encoding that is not known. Choose the encoding, or save its text as UTF-8.',
    )
  const isShort = lengthOf(body) < LEAST_TEXT
  for (const attachment of mail.attachments.slice(0, MOST_ATTACHMENTS)) {
    const name = attachment.filename ?? `of type ${attachment.mimeType}`
    // A page that a browser saved has its files by their addresses.
    const isPart = attachment.contentId !== undefined || isPage
    if (isPart && DESIGN.test(attachment.mimeType)) continue
    const isDesign = attachment.mimeType.startsWith('image/') && isPart
    if (isDesign && !(isShort && bytesOf(attachment).length > LARGEST_LOGO)) continue
    const read = await readAttachment({ name, contentType: attachment.mimeType, bytes: bytesOf(attachment) })
    if (read) {
      const place = (section: Section) => [name, section.place].filter(Boolean).join(' › ')
      sections.push(...read.sections.map((section) => ({ ...section, place: place(section) })))
      missing.push(...(read.missing ?? []).map((sentence) => `${name}: ${sentence}`))
    } else missing.push(`The attachment ${name} is not read. ${adviceFor(name, attachment.mimeType)}`)
  }
  if (mail.attachments.length > MOST_ATTACHMENTS)
    missing.push(`Attachments after the first ${MOST_ATTACHMENTS} are not read.`)
  return { sections, missing }
}

const ADVICE: readonly (readonly [pattern: RegExp, advice: string])[] = [
  [/ms-tnef|^winmail\.dat/i, 'Outlook packed the text and the files of the mail into it: send it again as HTML.'],
  [
    /pkcs7-mime|pgp-encrypted|\.(?:p7m|pgp|gpg)\b/i,
    'It is signed or encrypted: save the mail without that, and upload it.',
  ],
  [/\.(?:zip|rar|7z|gz|tgz|tar)\b/i, 'Unpack it, and upload its files.'],
  [/\bimage\/|\.(?:heic|tiff?)\b/i, 'Write what it shows as text.'],
]

/** Returns what to do with an attachment that is not read. */
function adviceFor(name: string, contentType: string): string {
  const advice = ADVICE.find(([pattern]) => pattern.test(name) || pattern.test(contentType))?.[1]
  if (advice !== undefined) return advice
  return documentType(name, contentType) === undefined
    ? 'Save it as PDF, xlsx or text, and upload that.'
    : 'Upload it as a document of its own.'
}

const HEAD_END = /\r?\n\r?\n/

/** Returns whether a file is a page and the files that shape it, as browsers and programs for notes save them. */
function isSavedPage(bytes: Uint8Array): boolean {
  const [head = ''] = Buffer.from(bytes.subarray(0, LONGEST_HEAD)).toString('latin1').split(HEAD_END, 1)
  return /^content-type:\s{0,99}multipart\/related/im.test(head)
}

/** Returns the page of a mail, and its plain text if the page has much less: some programs send an empty page beside it. */
async function bodyOf({ html, text = '' }: Email): Promise<Required<Omit<Extracted, 'title' | 'notes'>>> {
  const plain = [{ place: '', text }]
  const { sections, missing = [] } = html ? await extractPage(html) : { sections: [] }
  // Pictures of a mail are attachments, or adverts of its sender.
  const others = missing.filter((sentence) => !sentence.includes('without a description'))
  return lengthOf(sections) * 2 < lengthOf(plain)
    ? { sections: [...sections, ...plain], missing: [] }
    : { sections, missing: others }
}

function lengthOf(sections: readonly Section[]): number {
  return sections.reduce((sum, { text }) => sum + text.replace(/\s+/g, '').length, 0)
}

function bytesOf({ content }: Attachment): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)
}
