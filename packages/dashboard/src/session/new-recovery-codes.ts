import { session } from '../api/session.ts'

/** Codes that the sign-in page shows, because turning two-factor authentication on ends the session. */
let codes: readonly string[] | undefined

session.subscribe(() => {
  if (session.state() === 'signed-in') codes = undefined
})

/** Ends the session in this tab, and lets the sign-in page show new recovery codes until the next sign-in. */
export function signOutWithCodes(created: readonly string[]): void {
  codes = created
  session.signedOut()
}

export function newRecoveryCodes(): readonly string[] | undefined {
  return codes
}
