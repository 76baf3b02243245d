import * as v from 'valibot'

/** The form values of the part above a text. `text` applies to texts, `link` to files, `filename` to documents. */
export const HeaderValues = v.object({
  type: v.picklist(['none', 'text', 'image', 'video', 'gif', 'document']),
  text: v.string(),
  link: v.string(),
  filename: v.string(),
})
export type HeaderValues = v.InferOutput<typeof HeaderValues>

export const NO_HEADER: HeaderValues = { type: 'none', text: '', link: '', filename: '' }

export const HEADER_TYPES = [
  { value: 'none', label: 'Nothing' },
  { value: 'text', label: 'Title' },
  { value: 'image', label: 'Picture' },
  { value: 'video', label: 'Video' },
  { value: 'gif', label: 'GIF' },
  { value: 'document', label: 'Document' },
] as const satisfies readonly { readonly value: HeaderValues['type']; readonly label: string }[]

/** What the provider accepts of each type of file. */
export const HEADER_HINTS = {
  image: 'JPEG or PNG, at most 5 MB, at an address that everybody can open.',
  video: 'MP4 or 3GP, at most 16 MB, at an address that everybody can open.',
  gif: 'An MP4 video, at most 16 MB, at an address that everybody can open. It plays again and again without sound. GIF files can’t be sent.',
  document: 'PDF, text or Office, at most 100 MB, at an address that everybody can open.',
} as const

/** Returns the header of an interactive message, or undefined without one. */
export function headerInput({ type, text, link, filename }: HeaderValues): object | undefined {
  if (type === 'none') return undefined
  if (type === 'text') return { type, text: text.trim() }
  const name = type === 'document' ? filename.trim() : ''
  return { type, [type]: { link: link.trim(), ...(name !== '' && { filename: name }) } }
}

/** Returns the form field of an issue at a path in a header, such as `image.link`. */
export function headerField(path: string): string {
  return `header.${path.split('.').at(-1) ?? ''}`
}
