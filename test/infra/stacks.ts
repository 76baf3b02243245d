import { fileURLToPath } from 'node:url'
import { Template } from 'aws-cdk-lib/assertions'
import { Code } from 'aws-cdk-lib/aws-lambda'
import { App, type Stack } from 'aws-cdk-lib/core'
import cdkJson from '../../cdk.json' with { type: 'json' }
import type { Routes } from '../../infra/api-stack.ts'
import { readSettings } from '../../infra/settings.ts'
import { buildStacks } from '../../infra/stacks.ts'

type Context = Readonly<Record<string, unknown>>
export type Resource = ReturnType<Template['findResources']>[string]
/** Templates by the last part of their stack's name. */
export type Templates = Readonly<Record<string, Template>>

/** Pages that stand for the built web app. */
const SITE = fileURLToPath(new URL('site', import.meta.url))
/** Files that are only copied, such as the CDK's own tools, stay where they are. */
const COPY_NOTHING = { 'aws:cdk:disable-asset-staging': true }

/** Settings with a domain for the API and one for the dashboard. */
export const OWN_DOMAINS = {
  apiDomainName: 'api.example.com',
  apiCertificateArn: 'arn:aws:acm:eu-central-1:111122223333:certificate/0',
  dashboardDomainName: 'www.example.com',
  dashboardCertificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/0',
}

export interface TestRoutes {
  /** Of the API for clients. @default the contract's */
  readonly clients?: Routes
  /** Of the dashboard alone. @default the contract's */
  readonly dashboard?: Routes
}

/** The stacks of one deployment without bundles: the code of each function is the name of its entry. */
export function buildTestStacks(
  context: Context = {},
  { clients, dashboard }: TestRoutes = {},
): { app: App; stacks: Stack[] } {
  const app = new App({ context: { ...cdkJson.context, ...COPY_NOTHING, ...context }, analyticsReporting: false })
  const settings = readSettings((key) => app.node.tryGetContext(key))
  const stacks = buildStacks(app, {
    settings,
    code: (entry) => Code.fromInline(entry),
    site: SITE,
    ...(clients && { routes: clients }),
    ...(dashboard && { dashboardRoutes: dashboard }),
  })
  return { app, stacks }
}

/** What was synthesized in this process for the routes of the contract, by its context. */
const synthesized = new Map<string, Templates>()

/** Templates that other tests of the process may read, too. Set CDK_VALIDATION to `false` before, or each call takes seconds. */
export function synthesizeTestStacks(context: Context = {}, routes: TestRoutes = {}): Templates {
  if (Object.keys(routes).length > 0) return synthesize(context, routes)
  const key = JSON.stringify(context)
  const templates = synthesized.get(key) ?? synthesize(context, routes)
  synthesized.set(key, templates)
  return templates
}

function synthesize(context: Context, routes: TestRoutes): Templates {
  const { stacks } = buildTestStacks(context, routes)
  return Object.fromEntries(
    stacks.map((stack) => [stack.stackName.split('-').at(-1) ?? '', Template.fromStack(stack)] as const),
  )
}

/** As `synthesizeTestStacks`, all but the dashboard. With settings of its own the dashboard, which takes long, is not synthesized with its functions. */
export function synthesizeWithoutDashboard(context: Context = {}, clients?: Routes): Templates {
  const isUsual = !clients && Object.keys(context).length === 0
  const routes = { dashboard: {}, ...(clients && { clients }) }
  const { Dashboard, ...others } = isUsual ? synthesizeTestStacks() : synthesize(context, routes)
  return others
}

/** All resources of one type by logical id. */
export function resources(templates: Templates, type: string): Record<string, Resource> {
  return Object.assign({}, ...Object.values(templates).map((template) => template.findResources(type)))
}

/** The only resource of its type. */
export function onlyResource(templates: Templates, type: string): Resource {
  const [resource, ...others] = Object.values(resources(templates, type))
  if (!resource || others.length > 0) throw new Error(`There are ${others.length} more, or no, ${type}`)
  return resource
}

/** The methods of the only REST API by `METHOD /path/`. */
export function methods(templates: Templates): Record<string, Resource> {
  const parts = resources(templates, 'AWS::ApiGateway::Resource')
  const path = (id: string): string => {
    const { ParentId, PathPart } = parts[id]?.Properties ?? {}
    return PathPart ? `${path(ParentId.Ref)}${PathPart}/` : '/'
  }
  return Object.fromEntries(
    Object.values(resources(templates, 'AWS::ApiGateway::Method')).map((method) => {
      const { HttpMethod, ResourceId } = method.Properties
      return [`${HttpMethod} ${path(ResourceId.Ref)}`, method]
    }),
  )
}

export interface DeployedFunction {
  readonly lambda: Resource
  readonly role: Resource
}

/** The function whose code is `entry` below functions/, without extension. */
export function functionOf(templates: Templates, entry: string): DeployedFunction {
  const found = functions(templates)[entry]
  if (!found) throw new Error(`There is no function ${entry}`)
  return found
}

/** Every function by its entry. */
export function functions(templates: Templates): Record<string, DeployedFunction> {
  const roles = resources(templates, 'AWS::IAM::Role')
  return Object.fromEntries(
    Object.values(resources(templates, 'AWS::Lambda::Function')).map((lambda) => [
      lambda.Properties.Code.ZipFile,
      { lambda, role: roles[lambda.Properties.Role['Fn::GetAtt'][0]] ?? {} },
    ]),
  )
}

export function statements({ role }: DeployedFunction): Resource[] {
  return role.Properties.Policies.flatMap((policy: Resource) => policy.PolicyDocument.Statement)
}

/** The actions of one service that a function may take, sorted. */
export function actions(of: DeployedFunction, service: string): string[] {
  const found: string[] = statements(of).flatMap(({ Action }) => Action)
  return [...new Set(found)].filter((action) => action.startsWith(`${service}:`)).toSorted()
}
