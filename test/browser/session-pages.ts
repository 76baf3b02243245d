import type { Page } from 'playwright-core'
import type { Credentials } from '../dashboard-session.ts'

/** Signs in on the page that asks for it, wherever it was gone to. */
export async function signIn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
}

/** Makes an account; `mailed` answers the code of the latest mail to an address. */
export async function signUp(page: Page, user: Credentials, mailed: (email: string) => string): Promise<void> {
  await page.goto('/')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Email').fill(user.email)
  await page.getByLabel(/^Password/).fill(user.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'Confirm your address' }).waitFor()
  await page.getByLabel('Code').fill(mailed(user.email))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await signIn(page, user)
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button').last().click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
}
