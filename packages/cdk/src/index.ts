import { fileURLToPath } from 'node:url'
import { createApp } from '@replywright/infra/create-app.ts'
import { buildStacks } from '@replywright/infra/stacks.ts'
import { Code } from 'aws-cdk-lib/aws-lambda'
import type { App, Stack } from 'aws-cdk-lib/core'

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/**
 * Builds the app of a deployment, with all stacks of one stage, `Messaging-<stage>-…`. The stage is `prod`, or `-c stage=<name>`.
 * @param stages the settings of each stage, which `-c name=value` overrides
 * @throws Error that names each invalid setting
 */
export function createReplywright(stages: Readonly<Record<string, object>> = {}): { app: App; stacks: Stack[] } {
  if (Number.parseInt(process.versions.node, 10) < 24)
    throw new Error(
      `Node 24 or newer is required; this is ${process.version}. Install it: https://nodejs.org, or \`nvm install 24\``,
    )
  const { app, settings } = createApp({ stages })
  const code = (entry: string) => Code.fromAsset(pathOf(`functions/${entry.replaceAll('/', '-')}`))
  return { app, stacks: buildStacks(app, { settings, code, site: pathOf('site') }) }
}
