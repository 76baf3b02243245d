import type { Message } from '@messaging/contract/messages.ts'

type Content = Pick<Message, 'location' | 'contacts' | 'order' | 'reaction' | 'interactive'>

/** Returns the lines that show a message's content beyond text, files and buttons. */
export function contentLines({ location, contacts = [], order, reaction, interactive }: Content): readonly string[] {
  return [
    ...(location ? [location.name, location.address, `${location.latitude}, ${location.longitude}`] : []),
    ...contacts.flatMap(({ name, phones = [], emails = [] }) => [
      name?.formattedName,
      ...phones.map(({ phone }) => phone),
      ...emails.map(({ email }) => email),
    ]),
    ...(order?.productItems ?? []).map(({ quantity, productRetailerId }) => `${quantity} × ${productRetailerId}`),
    ...(reaction ? [reaction.emoji || 'Reaction removed'] : []),
    ...rowsOf(interactive),
  ].filter((line): line is string => line !== undefined && line !== '')
}

/** Returns the titles of a list's rows. */
function rowsOf(interactive: unknown): readonly string[] {
  const sections: unknown = Object(Object(interactive).action).sections
  if (!Array.isArray(sections)) return []
  const rows: unknown[] = sections.flatMap((section) => Object(section).rows ?? [])
  return rows.map((row) => `• ${Object(row).title}`)
}
