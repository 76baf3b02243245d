import type { Attachment } from 'postal-mime'
import type { Extracted, SourceFile } from '../extracted.ts'
import { pageSections } from '../html/page-sections.ts'
import type { Section } from '../split-passages.ts'

/** Reads a file by its name and type. Returns undefined for a type that is not read. */
export type ReadAttachment = (file: {
  readonly name: string
  readonly contentType: string
  readonly bytes: Uint8Array
}) => Promise<Extracted | undefined>

const MOST_ATTACHMENTS = 50
const DEEPEST_PART = 50

/** Returns a mail: its subject, sender and date, its text, and the texts of its attachments. */
export async function readEml({ bytes }: SourceFile, readAttachment: ReadAttachment): Promise<Extracted> {
  const { default: PostalMime } = await import('postal-mime')
  const mail = await PostalMime.parse(bytes, { attachmentEncoding: 'arraybuffer', maxNestingDepth: DEEPEST_PART })
  const subject = mail.subject ?? ''
  const head = [
    subject && `Subject: ${subject}`,
    mail.from && `From: ${[mail.from.name, mail.from.address].filter(Boolean).join(' ')}`,
    mail.date && `Date: ${mail.date.slice(0, 10)}`,
  ].filter(Boolean)
  const body = mail.html ? await pageSections(mail.html) : [{ place: '', text: mail.text ?? '' }]
  const sections: Section[] = [{ place: '', text: head.join('\n') }, ...body]
  const missing: string[] = []
  for (const attachment of mail.attachments.slice(0, MOST_ATTACHMENTS)) {
    const name = attachment.filename ?? 'an attachment'
    if (attachment.mimeType.startsWith('image/') && attachment.contentId) continue
    const read = await readAttachment({ name, contentType: attachment.mimeType, bytes: bytesOf(attachment) })
    if (read) {
      const place = (section: Section) => [name, section.place].filter(Boolean).join(' › ')
      sections.push(...read.sections.map((section) => ({ ...section, place: place(section) })))
      missing.push(...(read.missing ?? []).map((sentence) => `${name}: ${sentence}`))
    } else missing.push(`The attachment ${name} is not read. Upload it as a document of its own.`)
  }
  if (mail.attachments.length > MOST_ATTACHMENTS)
    missing.push(`Attachments after the first ${MOST_ATTACHMENTS} are not read.`)
  return { sections, missing }
}

function bytesOf({ content }: Attachment): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)
}
