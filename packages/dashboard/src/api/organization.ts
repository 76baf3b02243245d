import { lastOrganization, rememberLast } from './last-organization.ts'

const KEY = 'organizationId'

/** The organisation of this tab. Other tabs can have another organisation. */
let selected = sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY) ?? undefined
/** The signed-in user. */
let user: string | undefined

/** Returns the organisation of this tab, or undefined for the service's default. */
export function chosenOrganization(): string | undefined {
  return selected
}

/** Selects the organisation for this tab and for new tabs. */
export function selectOrganization(id: string): void {
  selected = id
  sessionStorage.setItem(KEY, id)
  localStorage.setItem(KEY, id)
  if (user !== undefined) rememberLast(localStorage, user, id)
}

/** Selects the organisation, and opens a page of it. */
export function openOrganization(id: string, page = '/'): void {
  selectOrganization(id)
  window.location.assign(page)
}

/** Selects the organisation that a user saw last in this browser, unless this tab has one. Returns whether it did. */
export function restoreOrganization(subject: string): boolean {
  user = subject
  const last = lastOrganization(localStorage, subject)
  if (selected !== undefined || last === undefined) return false
  selectOrganization(last)
  return true
}

/** Keeps this tab in the organisation that it shows, so that after a removal its changes do not go to another one. */
export function keepOrganization(id: string): void {
  selected ??= id
  if (user !== undefined) rememberLast(localStorage, user, selected)
}

/** Forgets the organisation of this tab. The next sign-in of its user opens it again. */
export function forgetOrganization(): void {
  selected = undefined
  sessionStorage.removeItem(KEY)
  localStorage.removeItem(KEY)
}

/** Forgets an organisation of which the user is no longer a member. */
export function leaveOrganization(): void {
  if (user !== undefined) rememberLast(localStorage, user, undefined)
  forgetOrganization()
}
