import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { DateTime, maxCharacters, Uuid, wellFormed } from './fields.ts'
import { SliceQuery } from './page.ts'

export const LinkStatus = v.pipe(
  v.picklist(['DRAFT', 'PENDING', 'APPROVED', 'REJECTED', 'PAUSED', 'DISABLED']),
  v.description('The status of a template on one business account.'),
)
export type LinkStatus = v.InferOutput<typeof LinkStatus>

const LONGEST_NAME = 512
const LONGEST_LANGUAGE = 10
const MOST_ACCOUNTS = 100

export const AccountLink = v.pipe(
  v.object({
    accountId: Uuid,
    accountName: v.string(),
    wabaId: v.pipe(v.string(), v.description("The provider's id of the account.")),
    providerTemplateId: v.pipe(v.string(), v.description("The provider's id of the template, or an empty string.")),
    qualityScore: v.pipe(v.string(), v.description('`GREEN`, `YELLOW`, `RED` or `UNKNOWN`.')),
    rejectionReason: v.pipe(v.string(), v.description("The provider's reason, or an empty string.")),
    status: v.pipe(LinkStatus, v.description('`DRAFT` if the template is not published on the account.')),
  }),
  v.description('The state of a template on one business account.'),
)
export type AccountLink = v.InferOutput<typeof AccountLink>

const Category = v.picklist(['UTILITY', 'MARKETING', 'AUTHENTICATION'])
const ParameterFormat = v.picklist(['POSITIONAL', 'NAMED'])

const Lifetime = v.pipe(
  v.number(),
  v.integer('must be a whole number'),
  v.description(
    'The seconds in which the provider tries to deliver a message of the template: 30 to 900 for `AUTHENTICATION`, 30 to 43,200 for `UTILITY`, 43,200 to 2,592,000 for `MARKETING`. A message that is not delivered by then fails.',
  ),
)
const MOST_BUTTON_INPUTS = 10
const LibraryTemplate = v.pipe(
  v.object({
    name: v.pipe(
      v.string(),
      v.nonEmpty('must not be empty'),
      maxCharacters(LONGEST_NAME),
      wellFormed,
      v.description("The provider's `library_template_name`."),
    ),
    bodyInputs: v.optional(
      v.pipe(
        v.record(v.string(), v.unknown()),
        v.description(
          'The provider\'s `library_template_body_inputs`, as sent, such as `{"add_contact_number": true}`.',
        ),
      ),
    ),
    buttonInputs: v.optional(
      v.pipe(
        v.array(v.record(v.string(), v.unknown())),
        v.maxLength(MOST_BUTTON_INPUTS, `must have at most ${MOST_BUTTON_INPUTS} buttons`),
        v.description(
          'The provider\'s `library_template_button_inputs`, as sent, one for each button: `{"type": "URL", "url": {"base_url": "https://example.com/{{1}}", "url_suffix_example": "https://example.com/7"}}`.',
        ),
      ),
    ),
  }),
  v.description(
    "A template of the provider's library, which needs no review of its texts. It replaces `components`, which then stay as they are here.",
  ),
)
export type LibraryTemplate = v.InferOutput<typeof LibraryTemplate>

const template = {
  id: Uuid,
  name: v.string(),
  category: Category,
  parameterFormat: v.pipe(v.string(), v.description('`POSITIONAL` or `NAMED`.')),
  accountLinks: v.pipe(
    v.array(AccountLink),
    v.description(
      'One link for each business account of the organisation, whether the template is published there or not.',
    ),
  ),
  createdAt: DateTime,
  updatedAt: DateTime,
  language: v.string(),
  components: v.pipe(v.unknown(), v.description('The components as sent.')),
  messageSendTtlSeconds: v.optional(
    v.pipe(Lifetime, v.description('The lifetime of messages in seconds. Absent if it is the provider’s default.')),
  ),
  libraryTemplate: v.optional(
    v.pipe(
      LibraryTemplate,
      v.description("The template of the provider's library. Absent if the template has its own components."),
    ),
  ),
}

export const Template = v.pipe(v.object(template), v.description('A local template with its account links.'))
export type Template = v.InferOutput<typeof Template>

const Name = v.pipe(
  v.string(),
  v.nonEmpty('must not be empty'),
  maxCharacters(LONGEST_NAME),
  wellFormed,
  v.description('The provider accepts lower-case letters, digits and underscores.'),
)
const Language = v.pipe(
  v.string(),
  v.nonEmpty('must not be empty'),
  maxCharacters(LONGEST_LANGUAGE),
  wellFormed,
  v.description("The provider's language code, for example `en_US`."),
)
const Components = v.pipe(
  v.unknown(),
  v.description("Any JSON of at most 64 KB. Publishing requires the provider's format of template components."),
)

export const TemplateInput = v.pipe(
  v.object({
    name: Name,
    category: Category,
    language: v.optional(Language, 'en'),
    parameterFormat: v.optional(ParameterFormat, 'POSITIONAL'),
    components: v.optional(Components, []),
    messageSendTtlSeconds: v.optional(v.nullable(Lifetime), null),
    libraryTemplate: v.optional(v.nullable(LibraryTemplate), null),
  }),
  v.description('A template to create or replace.'),
)
export type TemplateInput = v.InferOutput<typeof TemplateInput>

export const TemplateChange = v.pipe(
  v.object({
    name: v.optional(Name),
    category: v.optional(Category),
    language: v.optional(Language),
    parameterFormat: v.optional(ParameterFormat),
    components: v.optional(Components),
    messageSendTtlSeconds: v.optional(v.nullable(Lifetime)),
    libraryTemplate: v.optional(v.nullable(LibraryTemplate)),
  }),
  v.description('The fields of a template to change.'),
)
export type TemplateChange = v.InferOutput<typeof TemplateChange>

export const AccountIds = v.pipe(
  v.object({
    accountIds: v.pipe(
      v.array(Uuid),
      v.minLength(1, 'must name at least one account'),
      v.maxLength(MOST_ACCOUNTS, `must name at most ${MOST_ACCOUNTS} accounts`),
      v.description('Ids of business accounts of the organisation.'),
    ),
  }),
  v.description('The business accounts to publish on, or to unpublish from.'),
)

const AccountError = v.object({
  accountId: Uuid,
  error: v.pipe(v.string(), v.description('A readable description of the error.')),
})

export const PublishedTemplate = v.pipe(
  v.object({
    ...template,
    publishResults: v.array(v.object({ accountId: Uuid, providerTemplateId: v.string(), status: LinkStatus })),
    publishErrors: v.array(AccountError),
  }),
  v.description('A template after publishing, with the result for each account of the request.'),
)
export type PublishedTemplate = v.InferOutput<typeof PublishedTemplate>

export const UnpublishedTemplate = v.pipe(
  v.object({
    ...template,
    unpublishResults: v.array(v.object({ accountId: Uuid, unpublished: v.boolean() })),
    unpublishErrors: v.array(AccountError),
  }),
  v.description('A template after unpublishing, with the result for each account of the request.'),
)
export type UnpublishedTemplate = v.InferOutput<typeof UnpublishedTemplate>

const tag = 'Templates'
const path = '/api/v1/msg-templates/'
const one = '/api/v1/msg-templates/{id}/'

export const listTemplates = endpoint({
  method: 'GET',
  path,
  tag,
  summary: 'List the templates',
  description:
    'Returns all templates, oldest first, or a slice if `offset` or `limit` is given. If the templates are larger than 5 MB in total, request them in slices.',
  query: SliceQuery,
  response: v.array(Template),
  errors: [400],
})

export const createTemplate = endpoint({
  method: 'POST',
  path,
  tag,
  summary: 'Create a template',
  description:
    'Creates a local draft. Nothing is sent to the provider until it is published. At most 250 templates per organisation.',
  body: TemplateInput,
  status: 201,
  response: Template,
  errors: [400, 409, 413],
  audit: { action: 'create', object: 'template' },
})

export const getTemplate = endpoint({
  method: 'GET',
  path: one,
  tag,
  summary: 'Get a template',
  description: 'Returns the local draft and its state on each business account.',
  versioned: true,
  response: Template,
  errors: [404],
})

export const replaceTemplate = endpoint({
  method: 'PUT',
  path: one,
  tag,
  summary: 'Replace a template',
  description:
    'Omitted fields are set to their defaults. Changes the local draft only. Publish it again to update the published templates.',
  versioned: true,
  body: TemplateInput,
  response: Template,
  errors: [400, 404, 409, 413],
  audit: { action: 'update', object: 'template' },
})

export const updateTemplate = endpoint({
  method: 'PATCH',
  path: one,
  tag,
  summary: 'Update some fields of a template',
  description:
    'Omitted fields are unchanged. Changes the local draft only. Publish it again to update the published templates.',
  versioned: true,
  body: TemplateChange,
  response: Template,
  errors: [400, 404, 409, 413],
  audit: { action: 'update', object: 'template' },
})

export const deleteTemplate = endpoint({
  method: 'DELETE',
  path: one,
  tag,
  summary: 'Delete a template',
  description: 'Deletes the local draft only. Published templates are kept; unpublish them first.',
  errors: [404],
  audit: { action: 'delete', object: 'template' },
})

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
