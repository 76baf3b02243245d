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
  await page.getByLabel('Email').fill(user.email)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  await page.getByRole('link', { name: 'Go to sign in' }).click()
  await page.getByLabel(/^Password/).fill(mailed(user.email))
  await page.getByRole('button', { name: 'Sign in' }).click()
  // The field has the focus, so that a user can type at once.
  await page
    .getByLabel(/^New password/)
    .and(page.locator(':focus'))
    .waitFor()
  await page.keyboard.type(user.password)
  await page.keyboard.press('Enter')
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button').last().click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
}
