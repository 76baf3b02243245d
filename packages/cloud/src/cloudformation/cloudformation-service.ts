import { randomUUID } from 'node:crypto'
import type { HostedStack } from '../assembly/resolve.ts'
import type { Call, Service } from '../front-door/call.ts'
import { escapeXml } from '../front-door/error-shapes.ts'
import type { Environment, Resource } from '../resource.ts'
import { ServiceError } from '../service-error.ts'

/** CloudFormation's page sizes of both lists. */
const STACKS_OF_A_PAGE = 100
const RESOURCES_OF_A_PAGE = 100

/** Builds the part of CloudFormation that reads the stacks of the assembly, with their outputs and resources. */
export function cloudFormationService(options: {
  readonly stacks: readonly HostedStack[]
  readonly resources: readonly Resource[]
  readonly environment: Environment
  /** The time at which the stacks were created, in milliseconds. */
  readonly createdAt: number
}): Service {
  const { stacks, resources, environment, createdAt } = options
  const arnOf = (name: string) =>
    `arn:aws:cloudformation:${environment.region}:${environment.accountId}:stack/${name}/embedded`
  const time = new Date(createdAt).toISOString()
  const find = (nameOrId: string) => {
    const found = stacks.find(({ name }) => name === nameOrId || arnOf(name) === nameOrId)
    if (!found) throw invalid(`Stack with id ${nameOrId} does not exist`)
    return found
  }
  const actions: Readonly<Record<string, (form: URLSearchParams) => string>> = {
    DescribeStacks(form) {
      const name = form.get('StackName')
      const chosen = name === null ? stacks : [find(name)]
      return pageOf(form, 'Stacks', STACKS_OF_A_PAGE, chosen, (stack) => describeStack(stack, arnOf(stack.name), time))
    },
    ListStackResources(form) {
      const { name } = find(form.get('StackName') ?? '')
      const own = resources.filter(({ stack }) => stack === name)
      return pageOf(form, 'StackResourceSummaries', RESOURCES_OF_A_PAGE, own, (one) => describeResource(one, time))
    },
  }
  const actionOf = (form: URLSearchParams) => {
    const action = form.get('Action') ?? ''
    const run = Object.hasOwn(actions, action) ? actions[action] : undefined
    if (!run) throw new ServiceError(400, 'InvalidAction', `Could not find operation ${action}`)
    return { action, run }
  }
  return {
    actions: Object.keys(actions),
    refusals: {
      unknownClient: [403, 'InvalidClientTokenId'],
      denied: [403, 'AccessDenied'],
      failed: [500, 'InternalFailure'],
      throttled: [400, 'Throttling', 'Rate exceeded'],
    },
    error: (_, status, code, message) => ({
      status,
      headers: { 'content-type': 'text/xml' },
      body: `<ErrorResponse xmlns="${NAMESPACE}"><Error>${xml({ Type: status < 500 ? 'Sender' : 'Receiver', Code: code, Message: message })}</Error><RequestId>${randomUUID()}</RequestId></ErrorResponse>`,
    }),
    access(call) {
      const form = formOf(call)
      const { action } = actionOf(form)
      const name = form.get('StackName')
      const resource = name === null ? '*' : name.startsWith('arn:') ? name : arnOf(name)
      return { action, needs: [{ action: `cloudformation:${action}`, resource }] }
    },
    async handle(call) {
      const form = formOf(call)
      const { action, run } = actionOf(form)
      const result = `<${action}Result>${run(form)}</${action}Result>`
      const metadata = `<ResponseMetadata><RequestId>${randomUUID()}</RequestId></ResponseMetadata>`
      const body = `<${action}Response xmlns="${NAMESPACE}">${result}${metadata}</${action}Response>`
      return { status: 200, headers: { 'content-type': 'text/xml' }, body }
    },
  }
}

const NAMESPACE = 'http://cloudformation.amazonaws.com/doc/2010-05-15/'

function formOf({ body }: Call): URLSearchParams {
  return new URLSearchParams(body.toString())
}

function invalid(message: string): ServiceError {
  return new ServiceError(400, 'ValidationError', message)
}

/** Returns one page of a list as XML. A token is the position of the next item. */
function pageOf<Item>(
  form: URLSearchParams,
  name: string,
  size: number,
  items: readonly Item[],
  describe: (item: Item) => string,
): string {
  const token = form.get('NextToken')
  if (token !== null && !/^[1-9]\d*$/.test(token)) throw invalid('The specified NextToken is invalid')
  const start = Number(token ?? 0)
  const end = start + size
  const members = items.slice(start, end).map((item) => `<member>${describe(item)}</member>`)
  const next = end < items.length ? xml({ NextToken: String(end) }) : ''
  return `<${name}>${members.join('')}</${name}>${next}`
}

function describeStack({ name, terminationProtection, outputs }: HostedStack, id: string, time: string): string {
  const described = outputs.map(({ key, value, exportName }) => {
    const exported = exportName === undefined ? '' : xml({ ExportName: exportName })
    return `<member>${xml({ OutputKey: key, OutputValue: value })}${exported}</member>`
  })
  const own = {
    StackId: id,
    StackName: name,
    CreationTime: time,
    StackStatus: 'CREATE_COMPLETE',
    EnableTerminationProtection: String(terminationProtection),
  }
  return `${xml(own)}<Outputs>${described.join('')}</Outputs>`
}

function describeResource({ logicalId, physicalId, type }: Resource, time: string): string {
  return xml({
    LogicalResourceId: logicalId,
    PhysicalResourceId: physicalId,
    ResourceType: type,
    LastUpdatedTimestamp: time,
    ResourceStatus: 'CREATE_COMPLETE',
  })
}

function xml(fields: Readonly<Record<string, string>>): string {
  return Object.entries(fields)
    .map(([name, value]) => `<${name}>${escapeXml(value)}</${name}>`)
    .join('')
}
