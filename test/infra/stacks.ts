import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { endpoints } from '@replywright/contract/endpoints.ts'
import { Template } from 'aws-cdk-lib/assertions'
import { Code } from 'aws-cdk-lib/aws-lambda'
import type { App, Stack } from 'aws-cdk-lib/core'
import type { Routes } from '../../infra/api-stack.ts'
import { createApp } from '../../infra/create-app.ts'
import { buildStacks } from '../../infra/stacks.ts'

type Context = Readonly<Record<string, unknown>>
export type Resource = ReturnType<Template['findResources']>[string]
/** Templates by the last part of their stacks' names. */
export type Templates = Readonly<Record<string, Template>>

/** Test pages instead of the built web app. */
const SITE = fileURLToPath(new URL('site', import.meta.url))
/** Leaves out what takes time and changes no template: copies of files such as the CDK's own tools, stack traces and metadata. */
const TEMPLATES_ONLY = {
  'aws:cdk:disable-asset-staging': true,
  'aws:cdk:disable-creation-stack-traces': true,
  'aws:cdk:disable-logicalId-metadata': true,
  'aws:cdk:disable-stack-trace': true,
  '@aws-cdk/core:enableAdditionalMetadataCollection': false,
}

/** Settings with a domain for the API and one for the dashboard. */
export const OWN_DOMAINS = {
  apiDomainName: 'api.example.com',
  apiCertificateArn: 'arn:aws:acm:eu-central-1:111122223333:certificate/0',
  dashboardDomainName: 'www.example.com',
  dashboardCertificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/0',
}

export interface TestRoutes {
  /** Routes of the API for clients. @default the contract's */
  readonly clients?: Routes
  /** Routes of the dashboard alone. @default the contract's */
  readonly dashboard?: Routes
}

/** Routes for tests of what does not depend on routes, because many take long. */
export const ONE_ROUTE: Routes = { 'me/get': endpoints['me/get'] }

/** Builds the stacks of one deployment without bundles: the code of each function is the name of its entry. */
export function buildTestStacks(
  context: Context = {},
  { clients, dashboard }: TestRoutes = {},
): { app: App; stacks: Stack[] } {
  // The CDK's own validation takes seconds; `cdk synth` runs it.
  process.env.CDK_VALIDATION = 'false'
  const { app, settings } = createApp({ ...TEMPLATES_ONLY, ...context })
  // It describes all constructs in a file of its own.
  app.node.tryRemoveChild('Tree')
  const stacks = buildStacks(app, {
    settings,
    code: (entry) => Code.fromInline(entry),
    site: SITE,
    ...(clients && { routes: clients }),
    ...(dashboard && { dashboardRoutes: dashboard }),
  })
  return { app, stacks }
}

/** The templates synthesized in this process for the contract's routes, by context. */
const synthesized = new Map<string, Templates>()

/**
 * Synthesizes templates, or returns those of an earlier call.
 */
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

/**
 * Synthesizes all stacks except the dashboard. With a context or routes it omits the dashboard's functions, which take
 * long.
 */
export function synthesizeWithoutDashboard(context: Context = {}, clients?: Routes): Templates {
  const isUsual = !clients && Object.keys(context).length === 0
  const routes = { dashboard: {}, ...(clients && { clients }) }
  const { Dashboard, ...others } = isUsual ? synthesizeTestStacks() : synthesize(context, routes)
  return others
}

/** Returns all resources of one type by logical id. */
export function resources(templates: Templates, type: string): Record<string, Resource> {
  return Object.assign({}, ...Object.values(templates).map((template) => template.findResources(type)))
}

/** Returns the only resource of its type. @throws Error if there is none or more than one. */
export function onlyResource(templates: Templates, type: string): Resource {
  const [resource, ...others] = Object.values(resources(templates, type))
  if (!resource || others.length > 0) throw new Error(`There are ${others.length} more, or no, ${type}`)
  return resource
}

/** Returns the operations of the definition of the API for clients by `METHOD /path/`. That of other methods is `ANY`. */
export function operationsOf(templates: Templates): Record<string, Resource> {
  const { Body } = onlyResource(templates.Api ? { Api: templates.Api } : {}, 'AWS::ApiGateway::RestApi').Properties
  return Object.fromEntries(
    Object.entries<Resource>(Body.paths).flatMap(([path, operations]) =>
      Object.entries<Resource>(operations).map(([verb, operation]) => [
        `${verb.startsWith('x-') ? 'ANY' : verb.toUpperCase()} ${path.replace(/\/?$/, '/')}`,
        operation,
      ]),
    ),
  )
}

export interface DeployedFunction {
  readonly lambda: Resource
  readonly role: Resource
}

/** Returns the function whose code is `entry` in functions/, without extension. */
export function functionOf(templates: Templates, entry: string): DeployedFunction {
  const found = functions(templates)[entry]
  if (!found) throw new Error(`There is no function ${entry}`)
  return found
}

/** Returns every function by its entry. */
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

/** Returns the actions of one service that a function may use, sorted. */
export function actions(of: DeployedFunction, service: string): string[] {
  const found: string[] = statements(of).flatMap(({ Action }) => Action)
  return [...new Set(found)].filter((action) => action.startsWith(`${service}:`)).toSorted()
}

/** Returns the handlers that the files of routes below functions/ export, by path as in the contract. */
export function handlersIn(folder: 'api' | 'dashboard'): string[] {
  const cwd = fileURLToPath(new URL(`../../functions/${folder}`, import.meta.url))
  const handlers = globSync('**/*.ts', { cwd, exclude: ['**/*.test.ts'] }).flatMap((file) => {
    const noun = file.replace(/\.ts$/, '')
    return Array.from(
      readFileSync(join(cwd, file), 'utf8').matchAll(/^export const (\w+)Route\b/gm),
      ([, name = '']) => {
        const operation = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
        return operation === noun ? noun : `${noun}/${operation}`
      },
    )
  })
  return handlers.toSorted()
}
