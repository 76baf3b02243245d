// @module-tag long
// @module-tag full
import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import type { Service } from '@replywright/local/start-service.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromNpm, fromPyPi, installTool } from '../support/install-tool.ts'
import { freshCustomer, startTestService } from '../support/service.ts'

const OPENAPI_TYPESCRIPT = ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', 'typescript@5.9.3']
const OPENAPI_TO_POSTMAN = 'openapi-to-postmanv2@6.3.3'
const OPENAPI_PYTHON_CLIENT = 'openapi-python-client==0.26.2'
const OPENAPI_GENERATOR = '7.17.0'

/** What clients that the generator writes for Java import. */
const JAVA_LIBRARIES = [
  'org.apache.httpcomponents.client5:httpclient5:5.2.1',
  'com.fasterxml.jackson.jakarta.rs:jackson-jakarta-rs-json-provider:2.19.2',
  'com.fasterxml.jackson.datatype:jackson-datatype-jsr310:2.19.2',
  'jakarta.annotation:jakarta.annotation-api:2.1.1',
  'com.google.code.findbugs:jsr305:3.0.2',
]

/** With an installation, on a slow machine. */
const LONGEST_MILLISECONDS = 900_000

/** For programs that run for seconds: the second compiler costs more time than it saves. */
const SHORT_RUN = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC']

let service: Service
let directory: string
beforeAll(async () => {
  service = await startTestService()
  directory = await mkdtemp(join(tmpdir(), 'generated-clients-'))
  const document = await fetch(`${service.ready.baseUrl}/openapi.json`)
  await writeFile(join(directory, 'openapi.json'), await document.text())
})
afterAll(async () => {
  await service?.stop()
  await rm(directory, { recursive: true, force: true })
})

/** Runs a program in the directory of the test, and returns what it prints. */
async function run(program: string, args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const options = { cwd: directory, env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024 }
  return (await promisify(execFile)(program, args, options)).stdout
}

/** Lets a program start a conversation and send a text, and expects that the customer gets it. */
async function expectMainJob(act: (env: Record<string, string>) => Promise<string>): Promise<void> {
  const [customer, text] = [freshCustomer(), `Sent to ${freshCustomer()}`]
  // Opens the window.
  await service.provider.sendAsCustomer({ from: customer, text: 'Hello' })
  const { baseUrl, apiKey } = service.ready
  const printed = await act({ BASE_URL: baseUrl, API_KEY: apiKey, CUSTOMER: customer, TEXT: text })
  expect(printed.trim()).toBe(text)
  expect(service.provider.sent).toContainEqual(expect.objectContaining({ customer, text }))
}

test('openapi-typescript', { timeout: LONGEST_MILLISECONDS, tags: 'tool' }, async ({ skip }) => {
  const tool = await installTool('openapi-typescript', fromNpm(...OPENAPI_TYPESCRIPT))
  if (tool === undefined) return skip()
  const modules = join(tool, 'node_modules')
  const source = `import createClient from ${JSON.stringify(join(modules, 'openapi-fetch/dist/index.mjs'))}
import type { paths } from './api.d.ts'

const { BASE_URL: baseUrl, API_KEY = '', CUSTOMER: toNumber = '', TEXT: body = '' } = process.env
const client = createClient<paths>({ baseUrl, headers: { 'X-API-Key': API_KEY } })
const started = await client.POST('/api/v1/conversations/', { body: { toNumber } })
if (!started.data) throw new Error(JSON.stringify(started.error))
const { id } = started.data
const sent = await client.POST('/api/v1/conversations/{id}/messages/', {
  params: { path: { id } },
  body: { type: 'text', text: { body } },
})
console.log(sent.data?.text)
`
  await writeFile(join(directory, 'main.mts'), source)
  const bin = (name: string) => join(modules, '.bin', name)
  await run(bin('openapi-typescript'), ['openapi.json', '-o', 'api.d.ts'])
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--allowImportingTsExtensions']
  const types = join(import.meta.dirname, '../../node_modules/@types')
  await run(bin('tsc'), [...options, '--typeRoots', types, '--types', 'node', 'main.mts'])
  await expectMainJob((env) => run(process.execPath, ['main.mts'], env))
})

test('openapi-to-postmanv2', { timeout: LONGEST_MILLISECONDS, tags: 'tool' }, async ({ skip }) => {
  const tool = await installTool('openapi-to-postmanv2', fromNpm(OPENAPI_TO_POSTMAN))
  if (tool === undefined) return skip()
  const bin = join(tool, 'node_modules/.bin/openapi2postmanv2')
  await run(bin, ['-s', 'openapi.json', '-o', 'collection.json', '-i', 'v1'])
  const collection = await readFile(join(directory, 'collection.json'), 'utf8')
  expect(collection).toContain('Set the routing override of a conversation')
  // The converter writes its problems into the bodies.
  expect(collection).not.toMatch(/<Error: Could not/)
})

test('openapi-python-client', { timeout: LONGEST_MILLISECONDS, tags: 'tool' }, async ({ skip }) => {
  const tool = await installTool('openapi-python-client', fromPyPi(OPENAPI_PYTHON_CLIENT))
  if (tool === undefined) return skip()
  const bin = join(tool, 'bin')
  const args = ['generate', '--path', 'openapi.json', '--output-path', 'generated', '--meta', 'none']
  const printed = await run(join(bin, 'openapi-python-client'), args, { PATH: `${bin}${delimiter}${process.env.PATH}` })
  expect(printed).not.toContain('Unable to')
  const source = `import os
from generated import AuthenticatedClient
from generated.api.conversations import conversations_create, conversations_send_message
from generated.models import ConversationInput, TextInput

client = AuthenticatedClient(
    base_url=os.environ['BASE_URL'],
    token=os.environ['API_KEY'],
    prefix='',
    auth_header_name='X-API-Key',
)
conversation = conversations_create.sync(client=client, body=ConversationInput(to_number=os.environ['CUSTOMER']))
body = TextInput.from_dict({'type': 'text', 'text': {'body': os.environ['TEXT']}})
message = conversations_send_message.sync(conversation.id, client=client, body=body)
print(message.text)
`
  await writeFile(join(directory, 'main.py'), source)
  await expectMainJob((env) => run(join(bin, 'python'), ['main.py'], env))
})

test('openapi-generator', { timeout: LONGEST_MILLISECONDS, tags: 'tool' }, async ({ skip }) => {
  const maven = ['env', `MAVEN_OPTS=${SHORT_RUN.join(' ')}`, 'mvn', '-q', '-B'] as const
  const plugin = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1'
  const dependencies = JAVA_LIBRARIES.map((library) => {
    const [group, artifact, version] = library.split(':')
    return `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`
  })
  const hasJavac = await run('javac', ['-version']).catch(() => undefined)
  if (hasJavac === undefined) console.warn('openapi-generator is not tested: there is no javac.')
  const model = '<modelVersion>4.0.0</modelVersion><groupId>a</groupId><artifactId>a</artifactId><version>1</version>'
  const project = `<project xmlns="http://maven.apache.org/POM/4.0.0">${model}<dependencies>${dependencies.join('')}</dependencies></project>`
  const artifact = `-Dartifact=org.openapitools:openapi-generator-cli:${OPENAPI_GENERATOR}`
  if (hasJavac === undefined) return skip()
  const place = await installTool('openapi-generator', async (directory) => {
    await writeFile(join(directory, 'pom.xml'), project)
    return [
      [...maven, `${plugin}:copy`, artifact, `-DoutputDirectory=${directory}`],
      [...maven, `${plugin}:copy-dependencies`, `-DoutputDirectory=${join(directory, 'lib')}`],
    ]
  })
  if (place === undefined) return skip()
  const jar = join(place, `openapi-generator-cli-${OPENAPI_GENERATOR}.jar`)
  const only = 'apis,models,supportingFiles,apiTests=false,modelTests=false,apiDocs=false,modelDocs=false'
  const packages = 'invokerPackage=client,apiPackage=client.api,modelPackage=client.model'
  const mappings = ['--library', 'apache-httpclient', '--type-mappings', 'null=Object']
  const args = ['generate', '-i', 'openapi.json', '-g', 'java', '-o', 'java', '--global-property', only, ...mappings]
  await run('java', [
    ...SHORT_RUN,
    '-jar',
    jar,
    ...args,
    '--additional-properties',
    `openApiNullable=false,useJakartaEe=true,${packages}`,
  ])
  const source = `import client.*;
import client.api.ConversationsApi;
import client.model.*;

public class Main {
  public static void main(String[] args) throws Exception {
    ApiClient api = new ApiClient().setBasePath(System.getenv("BASE_URL"));
    api.setApiKey(System.getenv("API_KEY"));
    ConversationsApi conversations = new ConversationsApi(api);
    Conversation conversation =
        conversations.conversationsCreate(new ConversationInput().toNumber(System.getenv("CUSTOMER")), null);
    MessageInput text = new MessageInput()
        .type(MessageInput.TypeEnum.TEXT)
        .text(new ButtonsInputText().body(System.getenv("TEXT")));
    Message message = conversations.conversationsSendMessage(conversation.getId(), text, null);
    System.out.println(message.getText());
  }
}
`
  await writeFile(join(directory, 'Main.java'), source)
  const sources = globSync('java/src/main/**/*.java', { cwd: directory })
  await writeFile(join(directory, 'sources'), ['Main.java', ...sources].join('\n'))
  await run('javac', [
    ...SHORT_RUN.map((flag) => `-J${flag}`),
    '-nowarn',
    '-d',
    'classes',
    '-cp',
    join(place, 'lib/*'),
    '@sources',
  ])
  const classes = ['classes', join(place, 'lib/*')].join(delimiter)
  await expectMainJob((env) => run('java', [...SHORT_RUN, '-cp', classes, 'Main'], env))
})
