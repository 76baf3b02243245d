import type { Page } from 'playwright-core'
import type { Credentials } from '../session.ts'

/** Signs in on the sign-in page. */
export async function signIn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
}

/** Creates an account; `mailed` returns the temporary password in the latest mail to an address. */
export async function signUp(page: Page, user: Credentials, mailed: (email: string) => string): Promise<void> {
  await page.goto('/')
  await page.getByRole('link', { name: 'Create account' }).click()
  // Both pages have a field for the email.
  await page.getByRole('heading', { name: 'Create account' }).waitFor()
  await typeInto(page, 'Email', user.email)
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  await page.getByRole('link', { name: 'Go to sign in' }).click()
  await typeInto(page, /^Password/, mailed(user.email))
  await page.getByRole('heading', { name: 'Choose a password' }).waitFor()
  await typeInto(page, /^New password/, user.password)
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
}

/** Types into a field that has the focus already, so that a user can type at once, and submits its form. */
async function typeInto(page: Page, label: string | RegExp, text: string): Promise<void> {
  await page.getByLabel(label).and(page.locator(':focus')).waitFor()
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button').last().click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
}
