// @module-tag full
import { readFile } from 'node:fs/promises'
import { getMe } from '@replywright/contract/dashboard/session.ts'
import type { Service } from '@replywright/local/start-service.ts'
import type { Page } from 'playwright-core'
import * as v from 'valibot'
import { beforeAll, expect, test } from 'vitest'
import { idOf } from '../support/service.ts'
import { takeBrowser } from './browser/chromium.ts'
import { describeInBrowser, eventually } from './browser/in-browser.ts'
import { inspectPage } from './browser/inspect-page.ts'
import { openDashboard } from './browser/open-dashboard.ts'
import { openInApp } from './browser/open-in-app.ts'
import { signIn, signOut } from './browser/session-pages.ts'
import { visit } from './browser/visitor.ts'
import { addMember, organizationOf, PASSWORD, peopleOf } from './people.ts'
import { signInToDashboard } from './session.ts'

const EMAIL = 'ruth@example.com'
const NEW_PASSWORD = 'an entirely new one'

describeInBrowser('people in a browser', () => {
  let service: Service
  let page: Page
  let people: ReturnType<typeof peopleOf>
  beforeAll(async () => {
    const dashboard = await openDashboard()
    ;({ service, page } = dashboard)
    await signOut(page)
    people = peopleOf(service)
    await people.signUp(EMAIL)
    return dashboard.close
  })

  const toast = (text: string) => page.getByRole('status').filter({ hasText: text }).first().waitFor()
  const button = (name: string) => page.getByRole('button', { name, exact: true })

  test('a sign-up with a known address leads to a new password and signs in with it', async () => {
    await page.goto('/sign-up')
    await page.getByLabel('Email').fill(EMAIL)
    await button('Create account').click()
    await page.getByText('If the address already has an account').waitFor()
    await page.getByRole('link', { name: 'Set a new password with the code' }).click()
    await page.getByLabel('Code').fill(people.mailed(EMAIL))
    await page.getByLabel(/^New password/).fill(NEW_PASSWORD)
    await button('Set password and sign in').click()
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    expect(await people.session('sign-in', { email: EMAIL, password: PASSWORD })).toMatchObject({ status: 401 })
  })

  test('a member sets a name, renames the organisation and invites a colleague', async () => {
    await openInApp(page, '/profile')
    await page.getByLabel('Name').fill('Ruth')
    await page.getByLabel('Phone number').fill('call me')
    await button('Save profile').click()
    await page.getByText('Enter a number such as +44 7700 900123.').waitFor()
    // The invalid field has the focus.
    await page.locator('[aria-invalid="true"]:focus').fill('+44 7700 900777')
    await button('Save profile').click()
    await toast('Profile saved')

    await openInApp(page, '/organization')
    const hint = "getComputedStyle(document.querySelector('.mantine-TextInput-description')).fontSize"
    expect(await page.evaluate(hint)).toBe('12px')
    await page.getByLabel('Name').fill('Ruth & Co')
    await button('Save name').click()
    await page.getByRole('banner').getByText('Ruth & Co').waitFor()
    await page.getByLabel('Days to keep messages').fill('ten')
    await button('Save retention').click()
    await page.getByText('Must be a whole number between 1 and 365.', { exact: true }).waitFor()
    await page.getByLabel('Days to keep messages').fill('10')
    await button('Save retention').click()
    await toast('Retention saved')
    const refusal = { status: 400, json: { error: 'Not today', code: 'validation_error' } }
    await openInApp(page, '/profile')
    await page.route('**/usage/mail/', (route) => route.fulfill(refusal), { times: 1 })
    await page.getByRole('switch', { name: /^Mail me at 80%/ }).press('Space')
    await page.getByRole('alert').filter({ hasText: 'Not today' }).waitFor()

    // A member or an account is not called a former one before it is known which there are.
    const [id, at] = [crypto.randomUUID(), new Date().toISOString()]
    const link = { id, successUrl: '', returnUrl: '', status: 'SUCCESS', linkUrl: '', createdAt: at, expiresAt: at }
    const createdBy = { userId: id, apiKey: null }
    await page.route('**/link-sessions/**', (route) =>
      route.fulfill({ json: [{ ...link, createdBy, accountIds: [id] }] }),
    )
    await page.route(/v1\/(members|msg-accounts)\//, (route) => route.fulfill(refusal))
    await openInApp(page, '/accounts/link-sessions')
    await page.getByRole('table', { name: 'Connection links' }).waitFor()
    expect(await page.getByText(/Former member|Disconnected/).count()).toBe(0)
    await page.unrouteAll({ behavior: 'wait' })

    await openInApp(page, '/members')
    await button('Invite member').click()
    await page.getByRole('dialog').getByLabel('Email').fill('paul@example.com')
    expect(await inspectPage(page)).toEqual([])
    await page.keyboard.press('Enter')
    await toast('Invitation sent to paul@example.com')
    const row = page.getByRole('row').filter({ hasText: 'paul@example.com' })
    await row.getByText('Invited').waitFor()
    await row.getByRole('button', { name: 'Invite again: paul@example.com' }).click()
    await toast('Invitation sent to paul@example.com, at most once per minute')
    // The invitation, and the temporary password of the new account.
    expect(people.mailsTo('paul@example.com')).toBe(2)
  })

  test('an invited user accepts, and as a viewer reads but does not change', async () => {
    const email = 'vera@example.com'
    await people.signUp(email)
    await button('Invite member').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByRole('radio', { name: 'Viewer' }).check()
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await toast(`Invitation sent to ${email}`)

    await using vera = await visit(await takeBrowser(), service.ready.dashboardUrl)
    await vera.page.goto('/invitations')
    await signIn(vera.page, { email, password: PASSWORD })
    await vera.page.getByText('Your role: Viewer').waitFor()
    expect(await inspectPage(vera.page)).toEqual([])
    await openInApp(vera.page, '/')
    await vera.page.getByRole('link', { name: 'Answer the invitation' }).click()
    await vera.page.getByRole('button', { name: 'Accept the invitation to Ruth & Co' }).click()
    await vera.page.getByText('You are a viewer of this organisation').waitFor()
    await openInApp(vera.page, '/members')
    const row = (text: string) => vera.page.getByRole('row').filter({ hasText: text })
    await row(email).getByText('Viewer').waitFor()
    expect(await vera.page.getByRole('button', { name: 'Invite member' }).isDisabled()).toBe(true)
    expect(await row('Ruth').getByRole('button', { name: 'Remove Ruth' }).isDisabled()).toBe(true)
    expect(await inspectPage(vera.page)).toEqual([])
    await openInApp(vera.page, '/organization')
    for (const name of ['Save name', 'Save retention'])
      expect(await vera.page.getByRole('button', { name }).isDisabled()).toBe(true)
    await openInApp(vera.page, '/webhooks')
    expect(
      await vera.page
        .getByRole('link', { name: /endpoint/i })
        .filter({ hasText: /^New/ })
        .count(),
    ).toBe(0)

    const { call, cookie } = await signInToDashboard(service, { email: EMAIL, password: NEW_PASSWORD })
    const id = idOf(await call('POST', '/v1/agents/', { name: 'Agent', systemPrompt: 'x', firstMessage: '' }))
    await people.session('sign-out', {}, { cookie })
    await openInApp(vera.page, `/agents/${id}?section=usage`)
    await vera.page.getByText('No usage yet').waitFor()
    await vera.page.getByRole('button', { name: 'Usage' }).click()
    await vera.page.getByRole('menuitem', { name: 'History' }).click()
    await vera.page.getByText('Agent created').waitFor()
    expect(await vera.page.getByRole('button', { name: 'Save' }).count()).toBe(0)

    await openInApp(vera.page, '/members')
    await vera.page.getByRole('button', { name: 'Leave this organisation' }).click()
    await vera.page.getByText('Your access to this organisation ends.').waitFor()
    expect(await vera.page.getByText('You are signed out').count()).toBe(0)
  })

  test('an admin changes a role, and a member leaves', async () => {
    // In the app, a list that was read less than five seconds ago is not read again.
    await page.goto('/members')
    const row = page.getByRole('row').filter({ hasText: 'vera@example.com' })
    await row.getByRole('button', { name: 'Change role of vera@example.com' }).click()
    await page.getByRole('dialog').getByRole('radio', { name: 'Admin' }).check()
    expect(await inspectPage(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Change role' }).click()
    await toast('Role changed')
    await row.getByText('Admin').waitFor()
    const { call } = await signInToDashboard(service, { email: 'vera@example.com', password: PASSWORD })
    const { body } = await call('GET', '/v1/me/')
    const { organizations } = v.parse(getMe.response, body)
    const headers = { 'X-Organization-Id': organizations[1]?.id ?? '' }
    expect(await call('POST', '/v1/api-keys/', { name: 'Billing program' }, headers)).toMatchObject({ status: 201 })
    await page.goto('/members')
    await row.getByRole('button', { name: 'Change role of vera@example.com' }).click()
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByText('Billing program').count()).toBe(0)
    await dialog.getByRole('radio', { name: 'Viewer' }).check()
    await dialog.getByText('Billing program').waitFor()
    await dialog.getByText('Keys that are not revoked can only read, and cannot view secrets.').waitFor()
    await dialog.getByRole('switch', { name: 'Revoke these API keys' }).check()
    expect(await inspectPage(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Change role' }).click()
    await toast('Role changed')
    await row.getByText('Viewer').waitFor()
    const keys = await call('GET', '/v1/api-keys/', undefined, headers)
    expect(keys.body).toContainEqual(expect.objectContaining({ name: 'Billing program', status: 'revoked' }))
    expect(await call('POST', '/v1/organization/leave/', undefined, headers)).toMatchObject({ status: 204 })
    await page
      .getByRole('row')
      .filter({ hasText: 'paul@example.com' })
      .getByRole('button', { name: 'Withdraw the invitation of paul@example.com' })
      .click()
    await toast('Invitation withdrawn')
    await page.getByRole('row').filter({ hasText: 'paul@example.com' }).waitFor({ state: 'hidden' })
    expect(await button('Leave this organisation').isDisabled()).toBe(true)
  })

  test('the audit log shows, filters and exports the changes', async () => {
    await openInApp(page, '/audit-log')
    const rows = page.getByRole('table', { name: 'Audit log' }).getByRole('row')
    await rows.filter({ hasText: 'Renamed organisation' }).filter({ hasText: EMAIL }).waitFor()
    await rows.filter({ hasText: 'Renamed organisation' }).locator('summary').click()
    await rows.getByText(/^Name: “.+” → “.+”$/).waitFor()
    await rows.filter({ hasText: 'Changed the role of member' }).locator('summary').last().click()
    await rows.getByText('Role: “Viewer” → “Admin”').waitFor()
    await rows.filter({ hasText: 'Changed profile' }).filter({ hasText: 'Fields: Name, Phone number' }).waitFor()
    expect(await inspectPage(page)).toEqual([])
    await page.getByLabel('Object').selectOption('Member')
    await rows.filter({ hasText: 'Changed profile' }).waitFor({ state: 'hidden' })
    const [download] = await Promise.all([page.waitForEvent('download'), button('Export CSV').click()])
    const csv = await readFile(await download.path(), 'utf8')
    expect(csv.split('\r\n').filter((line) => line.includes('"invite","member"'))).toHaveLength(3)
    expect(csv).not.toContain('"rename"')
    const wide = page.viewportSize() ?? { width: 1280, height: 800 }
    await page.setViewportSize({ width: 360, height: 740 })
    await button('Filters (1)').waitFor()
    expect(await page.getByLabel('Object').isVisible()).toBe(false)
    await button('Filters (1)').click()
    await page.getByLabel('Object').waitFor()
    expect(await inspectPage(page)).toEqual([])
    await page.setViewportSize(wide)
  })

  test('a link of a mail opens in its organisation, a page of another one says so, and the last one is remembered', async () => {
    const [{ webhook }, email] = [service.ready, 'sam@example.com']
    const demo = await organizationOf(await signInToDashboard(service))
    const sam = await addMember(service, email, demo.id)
    const { organizations } = v.parse(getMe.response, (await sam.call('GET', '/v1/me/')).body)
    const own = organizations.find(({ isPersonal }) => isPersonal)?.id ?? ''
    await using visitor = await visit(await takeBrowser(), service.ready.dashboardUrl)
    const { page: tab } = visitor
    const shown = () => tab.getByRole('banner').getByRole('button').last().innerText()
    await tab.goto(`/webhooks/${webhook.id}?organization=${demo.id}`)
    await signIn(tab, { email, password: PASSWORD })
    await tab.getByRole('heading', { level: 1, name: 'Demo webhook 1' }).waitFor()
    await tab.goto(`/profile?organization=${own}`)
    await eventually(() => tab.url()).toBe(`${service.ready.dashboardUrl}/profile`)
    await eventually(shown).toBe(email)
    await tab.goto(`/webhooks/${webhook.id}`)
    await tab.getByText(`This belongs to your organisation ${demo.name}.`).waitFor()
    await tab.getByRole('button', { name: `Open in ${demo.name}` }).click()
    await tab.getByRole('heading', { level: 1, name: 'Demo webhook 1' }).waitFor()
    await tab.goto(`/?organization=${own}`)
    await eventually(shown).toBe(email)
    await signOut(tab)
    await signIn(tab, { email, password: PASSWORD })
    await eventually(shown).toBe(email)
  })

  test('sessions end one by one, and everywhere', async () => {
    const { body } = await people.session(
      'sign-in',
      { email: EMAIL, password: NEW_PASSWORD },
      { 'User-Agent': 'iPhone' },
    )
    expect(body).toHaveProperty('idToken')
    await openInApp(page, '/security')
    const sessions = page.getByRole('table', { name: 'Where you are signed in' })
    await sessions.getByText('This device').waitFor()
    expect(await inspectPage(page)).toEqual([])
    await sessions.getByRole('button', { name: 'Sign out iPhone' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click()
    await sessions.getByText('iPhone').waitFor({ state: 'hidden' })
    // The focused button was removed with its row and its dialog.
    const focused = () => page.evaluate<string>('document.activeElement.textContent')
    await eventually(focused).toBe('Sign out everywhere')
    await button('Sign out everywhere').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })
})
