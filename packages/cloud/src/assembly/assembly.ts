import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import * as v from 'valibot'
import { isObject } from '../json.ts'
import type { JsonObject } from '../resource.ts'
import { parseStack, type Stack } from './template.ts'

/** A synthesized CDK app, read from its directory. */
export interface Assembly {
  /** Stacks in dependency order. */
  readonly stacks: readonly Stack[]
  /** Absolute path of every file asset, by its hash. */
  readonly assets: ReadonlyMap<string, string>
}

const Artifact = v.object({
  type: v.string(),
  dependencies: v.optional(v.array(v.string()), []),
  properties: v.optional(
    v.object({
      templateFile: v.optional(v.string()),
      stackName: v.optional(v.string()),
      terminationProtection: v.optional(v.boolean()),
      file: v.optional(v.string()),
      directoryName: v.optional(v.string()),
    }),
    {},
  ),
})
type Artifact = v.InferOutput<typeof Artifact>

const Template = v.custom<JsonObject>(isObject)

const Manifest = v.object({ artifacts: v.optional(v.record(v.string(), Artifact), {}) })

const AssetManifest = v.object({
  files: v.optional(v.record(v.string(), v.object({ source: v.object({ path: v.optional(v.string()) }) })), {}),
})

/** Reads an assembly with nested ones (stages). @throws Error without `manifest.json` or for an unexpected format. */
export async function loadAssembly(directory: string): Promise<Assembly> {
  const { artifacts } = await readJson(join(directory, 'manifest.json'), Manifest)
  const parts = await Promise.all(
    inDependencyOrder(artifacts).map(([id, artifact]) => loadArtifact(directory, id, artifact)),
  )
  return {
    stacks: parts.flatMap(({ stacks }) => stacks),
    assets: new Map(parts.flatMap(({ assets }) => [...assets])),
  }
}

async function loadArtifact(directory: string, id: string, { type, properties }: Artifact): Promise<Assembly> {
  const { templateFile, stackName = id, terminationProtection, file, directoryName } = properties
  if (type === 'aws:cloudformation:stack' && templateFile) {
    const template = await readJson(join(directory, templateFile), Template)
    return { stacks: [parseStack(stackName, template, terminationProtection)], assets: new Map() }
  }
  if (type === 'cdk:asset-manifest' && file) {
    const { files } = await readJson(join(directory, file), AssetManifest)
    const paths = Object.entries(files).flatMap(([hash, { source }]) =>
      source.path ? [[hash, resolve(directory, source.path)] as const] : [],
    )
    return { stacks: [], assets: new Map(paths) }
  }
  if (type === 'cdk:cloud-assembly' && directoryName) return loadAssembly(join(directory, directoryName))
  return { stacks: [], assets: new Map() }
}

function inDependencyOrder(artifacts: Readonly<Record<string, Artifact>>): readonly (readonly [string, Artifact])[] {
  const ordered = new Map<string, Artifact>()
  const visit = (id: string): void => {
    const artifact = artifacts[id]
    if (!artifact || ordered.has(id)) return
    for (const dependency of artifact.dependencies) visit(dependency)
    ordered.set(id, artifact)
  }
  for (const id of Object.keys(artifacts)) visit(id)
  return [...ordered]
}

async function readJson<const Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const text = await readFile(path, 'utf8')
  const result = v.safeParse(schema, JSON.parse(text))
  if (!result.success) throw new Error(`${path}: ${v.summarize(result.issues)}`)
  return result.output
}
