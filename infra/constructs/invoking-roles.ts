import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'

const ROLES = 4
/** The inline policies of a role have at most 10,240 characters. The ARN of a function has up to 120. */
const FUNCTIONS_OF_A_ROLE = 80

interface InvokingRole {
  readonly role: Role
  readonly policy: PolicyDocument
  readonly functions: Set<IFunction>
}

/**
 * The roles that API Gateway assumes to invoke functions. A resource policy for each function would take more resources than a stack
 * can have.
 */
export class InvokingRoles extends Construct {
  readonly #roles = new Map<string, InvokingRole>()

  /**
   * Returns the role that can invoke the function. A function never changes its role: the former one would lose the permission before
   * the API's next deployment uses the other.
   * @throws Error if the role has too many functions
   */
  roleFor(lambda: IFunction): Role {
    const part = `Part${Number.parseInt(lambda.node.addr.slice(-4), 16) % ROLES}`
    const { role, policy, functions } = this.#roles.get(part) ?? this.#addRole(part)
    if (functions.has(lambda)) return role
    if (functions.add(lambda).size > FUNCTIONS_OF_A_ROLE) throw new Error(`${this.node.path} needs more roles`)
    policy.addStatements(new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [lambda.functionArn] }))
    return role
  }

  #addRole(part: string): InvokingRole {
    const policy = new PolicyDocument({ minimize: true })
    const role = new Role(this, part, {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      inlinePolicies: { Invoke: policy },
    })
    const added = { role, policy, functions: new Set<IFunction>() }
    this.#roles.set(part, added)
    return added
  }
}
