import { printable } from '@replywright/contract/printable.ts'
import { PhoneNumber } from '../ui/text.tsx'

/** The name of a contact in its own direction, else its number. Customers may share neither. */
export function ContactName({
  contact: { name, phoneNumber },
}: {
  readonly contact: { readonly name: string; readonly phoneNumber: string }
}) {
  const shown = printable(name)
  if (shown) return <bdi>{shown}</bdi>
  return phoneNumber ? <PhoneNumber number={phoneNumber} /> : 'Unnamed customer'
}
