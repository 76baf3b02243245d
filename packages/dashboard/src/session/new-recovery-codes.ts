import { session } from '../api/session.ts'

/** Codes that the sign-in page shows, because turning two-factor authentication on ends the session. */
let shown: { readonly codes: readonly string[]; readonly email: string } | undefined

session.subscribe(() => {
  if (session.state() === 'signed-in') shown = undefined
})

/** Ends the session in this tab, and lets the sign-in page show new recovery codes until the next sign-in. */
export function signOutWithCodes(codes: readonly string[], email: string): void {
  shown = { codes, email }
  session.signedOut()
}

/** Returns the codes to show, and the email address of the user who signs in again. */
export function newRecoveryCodes(): typeof shown {
  return shown
}
