import { endpoint } from './endpoint.ts'
import { AccountIds, PublishedTemplate, UnpublishedTemplate } from './templates.ts'

const publishing = {
  tag: 'Templates',
  body: AccountIds,
  errors: [400, 404],
} as const

const ONE_BY_ONE =
  'Each account succeeds or fails on its own: the answer is 200 and says which ones did what. Repeating it is safe.'
const ODDITY =
  '**Mind the method: `POST` on the `publish` path unpublishes**, as this API documents it; `PUT` publishes.'

/** The operation that the spec documents on the publish path: POST unpublishes. */
export const unpublishByPost = endpoint({
  ...publishing,
  method: 'POST',
  path: '/api/v1/msg-templates/{id}/publish/',
  summary: 'Unpublish a template from business accounts',
  description: `${ODDITY} The same as \`POST …/unpublish/\`. ${ONE_BY_ONE}`,
  response: UnpublishedTemplate,
})

export const publishTemplate = endpoint({
  ...publishing,
  method: 'PUT',
  path: '/api/v1/msg-templates/{id}/publish/',
  summary: 'Publish a template on business accounts',
  description: `${ODDITY} Submits the template for the provider's review. A template of that name and language that an account has already is taken over; one that was changed here since it was published is changed there. ${ONE_BY_ONE}`,
  response: PublishedTemplate,
})

export const unpublishByDelete = endpoint({
  ...publishing,
  method: 'DELETE',
  path: '/api/v1/msg-templates/{id}/publish/',
  summary: 'Unpublish a template from business accounts',
  description: `The same as \`POST …/unpublish/\`. ${ONE_BY_ONE}`,
  response: UnpublishedTemplate,
})

export const unpublishTemplate = endpoint({
  ...publishing,
  method: 'POST',
  path: '/api/v1/msg-templates/{id}/unpublish/',
  summary: 'Unpublish a template from business accounts',
  description: `Deletes the template at the provider; the draft stays here. ${ONE_BY_ONE}`,
  response: UnpublishedTemplate,
})
