import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'

/** The inline policies of a role have at most 10,240 characters. The ARN of a function has up to 120. */
const FUNCTIONS_OF_A_ROLE = 60

/**
 * The roles that API Gateway assumes to invoke functions. A resource policy for each function would take more resources than a stack
 * can have.
 */
export class InvokingRoles extends Construct {
  readonly #roles: { readonly role: Role; readonly policy: PolicyDocument; functions: number }[] = []

  /** Returns a role that can invoke the function. */
  roleFor({ functionArn }: IFunction): Role {
    const last = this.#roles.at(-1)
    const used = last && last.functions < FUNCTIONS_OF_A_ROLE ? last : this.#addRole()
    used.functions += 1
    used.policy.addStatements(new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [functionArn] }))
    return used.role
  }

  #addRole() {
    const policy = new PolicyDocument({ minimize: true })
    const role = new Role(this, `Role${this.#roles.length + 1}`, {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      inlinePolicies: { Invoke: policy },
    })
    const added = { role, policy, functions: 0 }
    this.#roles.push(added)
    return added
  }
}
