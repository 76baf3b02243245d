import { dashboardEndpoints as contract } from '@messaging/contract/dashboard/endpoints.ts'
import { getMe } from '@messaging/contract/dashboard/session.ts'
import type { Service } from '@messaging/local/start-service.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService } from '../support/service.ts'
import { PASSWORD, peopleOf } from './people.ts'
import { type DashboardSession, signInToDashboard } from './session.ts'
import { bodyOf } from './webhooks.ts'

let service: Service
let demo: DashboardSession
let people: ReturnType<typeof peopleOf>

beforeAll(async () => {
  service = await startTestService()
  people = peopleOf(service)
  demo = await signInToDashboard(service)
})
afterAll(() => service?.stop())

const me = async ({ call }: DashboardSession) => bodyOf(getMe, await call('GET', '/v1/me/'))
const members = async () => bodyOf(contract['members/list'], await demo.call('GET', '/v1/members/'))
const signIn = (email: string) => signInToDashboard(service, { email, password: PASSWORD })
const invite = (email: string) => demo.call('POST', '/v1/members/', { email })

describe('an invitation', () => {
  test('of a user with an account changes nothing before the user accepts it', async () => {
    const email = 'asked@example.com'
    await people.signUp(email)
    const session = await signIn(email)
    expect(await invite(email)).toMatchObject({ status: 201, body: { email, status: 'invited' } })
    expect((await me(session)).organizations).toHaveLength(1)
    expect((await members()).find((member) => member.email === email)).toMatchObject({ status: 'invited', name: '' })
  })

  test('shows nothing about the address', async () => {
    await people.signUp('with@example.com')
    await (await signIn('with@example.com')).call('PATCH', '/v1/me/', { name: 'With an account' })
    const shown = async (email: string) => {
      const { status, body } = await invite(email)
      const listed = (await members()).find((member) => member.email === email)
      return JSON.stringify({ status, body, listed }, (key, value) =>
        ['id', 'email', 'joinedAt', 'expiresAt'].includes(key) ? key : value,
      )
    }
    expect(await shown('with@example.com')).toBe(await shown('without@example.com'))
  })

  test('of a newcomer leaves the newcomer in an organisation of their own', async () => {
    const email = 'newcomer@example.com'
    await invite(email)
    await people.choosePassword(email)
    expect((await me(await signIn(email))).organizations).toMatchObject([{ name: email, isPersonal: true }])
  })
})

test('a removed member stays signed in to other organisations', async () => {
  const email = 'removed@example.com'
  await people.signUp(email)
  const session = await signIn(email)
  const { id } = bodyOf(contract['members/invite'], await invite(email))
  expect(await demo.call('DELETE', `/v1/members/${id}/`)).toMatchObject({ status: expect.any(Number) })
  expect(await people.session('refresh', {}, { cookie: session.cookie })).toMatchObject({ status: 200 })
})
