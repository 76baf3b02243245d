import { Code } from 'aws-cdk-lib/aws-lambda'
import { App } from 'aws-cdk-lib/core'
import cdkJson from '../cdk.json' with { type: 'json' }
import { bundleFunctions } from './bundle.ts'
import { readSettings } from './settings.ts'
import { buildStacks } from './stacks.ts'

// cdk.json's context is given here too, so that the template is the same without the command line tool.
const app = new App({ context: cdkJson.context, analyticsReporting: false })
const settings = readSettings((key) => app.node.tryGetContext(key))
const bundles = new Map((await bundleFunctions()).map(({ name, directory }) => [name, directory]))

buildStacks(app, {
  settings,
  code: (entry) => {
    const directory = bundles.get(entry.replaceAll('/', '-'))
    if (!directory) throw new Error(`functions/${entry} does not exist`)
    return Code.fromAsset(directory)
  },
})
