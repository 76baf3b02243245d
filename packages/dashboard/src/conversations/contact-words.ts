interface Contact {
  readonly phoneNumber: string
  readonly name: string
}

/** What a contact is called: by name, else by number; customers need not share either. */
export function contactName({ name, phoneNumber }: Contact): string {
  return name || numberWords(phoneNumber) || 'Unnamed customer'
}

/** A number as people write it; empty when there is none. */
export function numberWords(digits: string): string {
  return digits && `+${digits}`
}
