import { randomUUID } from 'node:crypto'
import { type Call, jsonCall, type Reply, type Service } from '../front-door/call.ts'
import { escapeXml, jsonErrors } from '../front-door/error-shapes.ts'
import type { Environment, Resource } from '../resource.ts'
import { ServiceError } from '../service-error.ts'

/** IAM's quota of roles in a new account. */
const ROLES_QUOTA = 1000

const REFUSALS = {
  unknownClient: [403, 'InvalidClientTokenId'],
  denied: [403, 'AccessDenied'],
  failed: [500, 'ServiceFailure'],
  throttled: [400, 'Throttling', 'Rate exceeded'],
} as const

/**
 * Builds what is read of an account as a whole: the number of its roles, its distributions, its identity, that it is in no
 * organization, and that it requested no quotas of models, which are not hosted. By signing name.
 */
export function accountServices(
  resources: readonly Resource[],
  { accountId }: Environment,
): Readonly<Record<string, Service>> {
  const ofType = (wanted: string) => resources.filter(({ type }) => type === wanted)
  return {
    cloudfront: cloudFrontService(ofType('AWS::CloudFront::Distribution'), accountId),
    iam: queryService('iam', 'https://iam.amazonaws.com/doc/2010-05-08/', {
      GetAccountSummary: () => {
        const numbers = { Roles: ofType('AWS::IAM::Role').length, RolesQuota: ROLES_QUOTA }
        const entries = Object.entries(numbers).map(
          ([key, value]) => `<entry><key>${key}</key><value>${value}</value></entry>`,
        )
        return `<SummaryMap>${entries.join('')}</SummaryMap>`
      },
    }),
    sts: queryService('sts', 'https://sts.amazonaws.com/doc/2011-06-15/', {
      GetCallerIdentity: ({ principal }) =>
        `<Arn>${escapeXml(principal.arn)}</Arn><UserId>${escapeXml(principal.arn.split('/').at(-1) ?? '')}</UserId><Account>${accountId}</Account>`,
    }),
    organizations: jsonService('organizations', 'com.amazonaws.organizations', {
      DescribeOrganization: () => {
        throw new ServiceError(
          400,
          'AWSOrganizationsNotInUseException',
          'Your account is not a member of an organization.',
        )
      },
    }),
    servicequotas: jsonService('servicequotas', 'com.amazonaws.servicequotas', {
      ListServiceQuotas: () => ({ Quotas: [] }),
    }),
  }
}

/** Builds a service of the query protocol, whose action and input are a form or a query. Results are XML. */
function queryService(
  name: string,
  namespace: string,
  actions: Readonly<Record<string, (call: Call) => string>>,
): Service {
  const actionOf = ({ url, body }: Call) => {
    const action = new URLSearchParams(body.toString()).get('Action') ?? url.searchParams.get('Action') ?? ''
    const run = Object.hasOwn(actions, action) ? actions[action] : undefined
    if (!run) throw new ServiceError(400, 'InvalidAction', `Could not find operation ${action}`)
    return { action, run }
  }
  return {
    actions: Object.keys(actions),
    refusals: REFUSALS,
    error: (_, ...rest) => xmlError(namespace, ...rest),
    access: (call) => needing(name, actionOf(call).action),
    async handle(call) {
      const { action, run } = actionOf(call)
      const result = `<${action}Result>${run(call)}</${action}Result>`
      return xmlReply(200, `<${action}Response xmlns="${namespace}">${result}</${action}Response>`)
    },
  }
}

/** Builds a service of the JSON protocol. */
function jsonService(name: string, namespace: string, actions: Readonly<Record<string, () => object>>): Service {
  const actionOf = (call: Call) => {
    const { action } = jsonCall(call)
    const run = Object.hasOwn(actions, action) ? actions[action] : undefined
    if (!run) throw new ServiceError(400, 'UnknownOperationException', `${action} is not supported`)
    return { action, run }
  }
  return {
    actions: Object.keys(actions),
    refusals: {
      ...REFUSALS,
      unknownClient: [400, 'UnrecognizedClientException'],
      denied: [400, 'AccessDeniedException'],
    },
    error: jsonErrors(namespace, '1.1'),
    access: (call) => needing(name, actionOf(call).action),
    async handle(call) {
      const body = JSON.stringify(actionOf(call).run())
      return { status: 200, headers: { 'content-type': 'application/x-amz-json-1.1' }, body }
    },
  }
}

const DISTRIBUTIONS = '/2020-05-31/distribution'
const CLOUDFRONT = 'http://cloudfront.amazonaws.com/doc/2020-05-31/'
/** CloudFront's page size. */
const DISTRIBUTIONS_OF_A_PAGE = 100

function cloudFrontService(distributions: readonly Resource[], accountId: string): Service {
  const requireRoute = ({ method, url }: Call) => {
    if (method !== 'GET' || url.pathname !== DISTRIBUTIONS)
      throw new ServiceError(404, 'NoSuchResource', `${method} ${url.pathname} is not supported`)
  }
  return {
    actions: ['ListDistributions'],
    refusals: REFUSALS,
    error: (_, ...rest) => xmlError(CLOUDFRONT, ...rest),
    access(call) {
      requireRoute(call)
      return needing('cloudfront', 'ListDistributions')
    },
    async handle(call) {
      requireRoute(call)
      const most = Number(call.url.searchParams.get('MaxItems') ?? DISTRIBUTIONS_OF_A_PAGE)
      const page = distributions.slice(0, most)
      const items = page.map(
        ({ physicalId }) =>
          `<DistributionSummary><Id>${physicalId}</Id><ARN>arn:aws:cloudfront::${accountId}:distribution/${physicalId}</ARN><Status>Deployed</Status></DistributionSummary>`,
      )
      const fields = `<Marker></Marker><MaxItems>${most}</MaxItems><IsTruncated>${distributions.length > most}</IsTruncated><Quantity>${page.length}</Quantity>`
      return xmlReply(
        200,
        `<DistributionList xmlns="${CLOUDFRONT}">${fields}<Items>${items.join('')}</Items></DistributionList>`,
      )
    },
  }
}

function needing(service: string, action: string) {
  return { action, needs: [{ action: `${service}:${action}`, resource: '*' }] }
}

function xmlReply(status: number, body: string): Reply {
  return { status, headers: { 'content-type': 'text/xml' }, body }
}

function xmlError(namespace: string, status: number, code: string, message: string): Reply {
  const type = status < 500 ? 'Sender' : 'Receiver'
  const error = `<Error><Type>${type}</Type><Code>${code}</Code><Message>${escapeXml(message)}</Message></Error>`
  return xmlReply(
    status,
    `<ErrorResponse xmlns="${namespace}">${error}<RequestId>${randomUUID()}</RequestId></ErrorResponse>`,
  )
}
