import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { forBrowsers } from './fields.ts'

const WaitingMail = v.object({
  wantsMail: v.pipe(
    v.boolean(),
    v.description('Whether the caller gets a mail when a customer begins to wait for a person.'),
  ),
  wantsLongWaitMail: v.pipe(
    v.boolean(),
    v.description('Whether the caller gets a mail when a customer has waited for a reply for 15 minutes.'),
  ),
})

const mail = { ...forBrowsers, path: '/dashboard-api/v1/inbox/waiting/mail/', response: WaitingMail } as const

export const getWaitingMail = endpoint({ ...mail, method: 'GET' })

export const changeWaitingMail = endpoint({
  ...mail,
  method: 'PUT',
  role: 'viewer',
  body: v.partial(WaitingMail),
})
