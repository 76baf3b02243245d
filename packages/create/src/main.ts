#!/usr/bin/env node
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { appFiles } from './app-files.ts'

const USAGE = `Usage, in a clone of the service: npm run create -- <folder> [--cdk <replywright-cdk-….tgz>]

Writes a CDK app that deploys the service. The folder must be new or empty. Without --cdk, the package is packed into
it. No registry has @replywright/cdk yet.`

/** The package of the stacks, beside this one in a clone. */
const CDK = join(import.meta.dirname, '../../cdk')

try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { cdk: { type: 'string' } } })
  const [folder, ...others] = positionals
  const isClone = existsSync(join(CDK, 'build.ts'))
  if (folder === undefined || others.length > 0 || (values.cdk === undefined && !isClone)) throw new Error(USAGE)
  const { npm_lifecycle_event: script, INIT_CWD: startedIn } = process.env
  // npm runs a script in the folder of the project.
  const here = script === 'create' && startedIn ? startedIn : process.cwd()
  const archive = values.cdk === undefined ? undefined : resolve(here, values.cdk)
  if (archive !== undefined && !existsSync(archive)) throw new Error(`${archive} does not exist.`)
  const directory = resolve(here, folder)
  mkdirSync(directory, { recursive: true })
  if (readdirSync(directory).length > 0) throw new Error(`${directory} is not empty. Choose another folder.`)
  for (const [name, text] of Object.entries(appFiles(archive ?? pack(directory))))
    writeFileSync(join(directory, name), text)
  console.log(`Next: cd ${folder} && npm install && npm run synth. Settings are in cdk.json.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/** Packs the stacks into a folder. Returns the path of the archive relative to it. */
function pack(directory: string): string {
  console.error('Packing @replywright/cdk …')
  execFileSync('npm', ['pack', '--pack-destination', directory], { cwd: CDK, stdio: ['ignore', 'ignore', 'inherit'] })
  const { version } = JSON.parse(readFileSync(join(CDK, 'package.json'), 'utf8'))
  return `replywright-cdk-${version}.tgz`
}
