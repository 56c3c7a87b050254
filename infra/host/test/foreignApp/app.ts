/** An app as a stranger would write it: an API, a table, a queue with a worker, and a bucket, with the CDK's defaults. */
import { App, Stack } from 'aws-cdk-lib';
import { LambdaIntegration, RestApi } from 'aws-cdk-lib/aws-apigateway';
import { AttributeType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Queue } from 'aws-cdk-lib/aws-sqs';

const stack = new Stack(new App(), 'Notes');
const table = new Table(stack, 'Table', { partitionKey: { name: 'id', type: AttributeType.STRING } });
const bucket = new Bucket(stack, 'Bucket');
const queue = new Queue(stack, 'Queue');
const lambdaFunction = (name: string) =>
  new LambdaFunction(stack, name, {
    runtime: Runtime.NODEJS_LATEST,
    code: Code.fromAsset('functions'),
    handler: `${name}.handler`,
    environment: { TABLE: table.tableName, BUCKET: bucket.bucketName, QUEUE: queue.queueUrl },
  });
const create = lambdaFunction('create');
const read = lambdaFunction('read');
const worker = lambdaFunction('worker');
worker.addEventSource(new SqsEventSource(queue));
queue.grantSendMessages(create);
table.grantReadData(read);
table.grantWriteData(worker);
bucket.grantPut(worker);
bucket.grantRead(read);
const notes = new RestApi(stack, 'Api').root.addResource('notes');
notes.addMethod('POST', new LambdaIntegration(create));
notes.addResource('{id}').addMethod('GET', new LambdaIntegration(read));
