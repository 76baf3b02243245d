interface Contact {
  readonly phoneNumber: string
  readonly name: string
}

/** Returns the display name of a contact: its name, else its number. Customers may share neither. */
export function contactName({ name, phoneNumber }: Contact): string {
  return name || numberWords(phoneNumber) || 'Unnamed customer'
}

/** Returns a number with a plus sign, or an empty string if there is no number. */
export function numberWords(digits: string): string {
  return digits && `+${digits}`
}
