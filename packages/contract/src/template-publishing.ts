import { endpoint } from './endpoint.ts'
import { AccountIds, PublishedTemplate, UnpublishedTemplate } from './templates.ts'

const publishing = {
  tag: 'Templates',
  body: AccountIds,
  errors: [400, 404],
} as const

const ONE_BY_ONE =
  'Each account succeeds or fails independently. The response is a 200 with the result for each account. Repeating the request is safe.'
const BLOCKED =
  'The provider blocks a deleted name for 30 days: to publish the template again before that, give it another name.'
const ODDITY =
  '**Check the method: `POST` on the `publish` path unpublishes**, as documented in this API; `PUT` publishes.'

/** POST on the publish path unpublishes, as the spec documents it. */
export const unpublishByPost = endpoint({
  ...publishing,
  method: 'POST',
  path: '/api/v1/msg-templates/{id}/publish/',
  summary: 'Unpublish a template from business accounts',
  description: `${ODDITY} The same as \`POST …/unpublish/\`. ${BLOCKED} ${ONE_BY_ONE}`,
  response: UnpublishedTemplate,
  audit: { action: 'unpublish', object: 'template' },
})

export const publishTemplate = endpoint({
  ...publishing,
  method: 'PUT',
  path: '/api/v1/msg-templates/{id}/publish/',
  summary: 'Publish a template on business accounts',
  description: `${ODDITY} Submits the template to the provider for review. If an account already has a template with this name and language, that template is linked. If the draft was changed after it was published, the published template is updated. The category of an approved template does not change, and a template in review cannot be updated: publish it again after the review. ${ONE_BY_ONE}`,
  response: PublishedTemplate,
  audit: { action: 'publish', object: 'template' },
})

export const unpublishByDelete = endpoint({
  ...publishing,
  method: 'DELETE',
  path: '/api/v1/msg-templates/{id}/publish/',
  summary: 'Unpublish a template from business accounts',
  description: `The same as \`POST …/unpublish/\`. ${BLOCKED} ${ONE_BY_ONE}`,
  response: UnpublishedTemplate,
  audit: { action: 'unpublish', object: 'template' },
})

export const unpublishTemplate = endpoint({
  ...publishing,
  method: 'POST',
  path: '/api/v1/msg-templates/{id}/unpublish/',
  summary: 'Unpublish a template from business accounts',
  description: `Deletes the template at the provider. The local draft is kept. ${BLOCKED} ${ONE_BY_ONE}`,
  response: UnpublishedTemplate,
  audit: { action: 'unpublish', object: 'template' },
})
