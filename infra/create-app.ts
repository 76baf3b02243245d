import { App } from 'aws-cdk-lib/core'
import cdkJson from '../cdk.json' with { type: 'json' }
import { readSettings, type Settings } from './settings.ts'

/** Returns an app and the settings of its context. `-c name=value` of the CDK's command line overrides `context`. */
export function createApp(context: Readonly<Record<string, unknown>> = {}): { app: App; settings: Settings } {
  // The CDK command line passes cdk.json's context too. Other callers must get the same template.
  const app = new App({ context: { ...cdkJson.context, ...context }, analyticsReporting: false })
  return { app, settings: readSettings((key) => app.node.tryGetContext(key)) }
}
