/** Returns the text of a saved reply with the names of the customer and of the member in place of its variables. */
export function filledReply(text: string, names: { readonly customer: string; readonly me: string }): string {
  return text.replaceAll('{{customer}}', () => names.customer).replaceAll('{{me}}', () => names.me)
}
