#!/usr/bin/env node
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { appFiles } from './app-files.ts'

const USAGE = `Usage: create-replywright <folder> --cdk <replywright-cdk-….tgz>

Writes a CDK app that deploys the service. The folder must be new or empty. No registry has @replywright/cdk yet:
pack it in a clone of the service with "npm pack --workspace packages/cdk".`

try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { cdk: { type: 'string' } } })
  const [folder, ...others] = positionals
  if (folder === undefined || values.cdk === undefined || others.length > 0) throw new Error(USAGE)
  const directory = resolve(folder)
  mkdirSync(directory, { recursive: true })
  if (readdirSync(directory).length > 0) throw new Error(`${directory} is not empty. Choose another folder.`)
  const files = appFiles(resolve(values.cdk))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text)
  console.log(`Next: cd ${folder} && npm install && npm run synth. Settings are in cdk.json.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
