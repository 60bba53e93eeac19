import { parseSignedCheckpoint } from '../../../src/log/checkpoint.ts'
import { writeTimestampExtra } from '../../../src/log/timestamp/timestamp-extra.ts'
import { parseTlogProof, writeTlogProof } from '../../../src/log/tlog-proof.ts'
import { openLog } from '../../fixtures/published-log.ts'
import { infoOf, openAuthority } from '../../fixtures/timestamp-authority.ts'

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

/** Creates the vectors of time stamps (RFC 3161): tokens by openssl over one checkpoint, and a proof with one of them. */
export async function createTimestampVectors(receipt: string) {
  const log = await openLog({ filled: 600 })
  await log.add(receipt)
  const { checkpoint } = log
  const { size } = parseSignedCheckpoint(checkpoint)
  const authority = openAuthority()
  const { intermediate, signer, stamp, sign, identity } = authority
  try {
    const rsa = identity('RSA of tests', { issuer: intermediate, key: ['-newkey', 'rsa:2048'] })
    const curve = identity('P-384 of tests', {
      ...{ issuer: intermediate, key: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-384'] },
    })
    const wrong = (extensions: string) => identity('No authority of tests', { issuer: intermediate, extensions })
    const plain = wrong('subjectKeyIdentifier=hash')
    const noIssuer = identity('No issuer of tests', { issuer: intermediate, extensions: 'basicConstraints=critical,CA:FALSE' })
    const below = identity('Below no issuer of tests', { issuer: noIssuer })
    const critical = identity('Critical of tests', {
      ...{ issuer: intermediate, extensions: 'extendedKeyUsage=critical,timeStamping\n1.2.3.4=critical,ASN1:NULL' },
    })
    const more = wrong('extendedKeyUsage=critical,timeStamping,serverAuth')
    const uncritical = wrong('extendedKeyUsage=timeStamping')
    const usage = wrong('extendedKeyUsage=critical,timeStamping\nkeyUsage=critical,keyEncipherment')
    const token = stamp(checkpoint)
    const info = infoOf(token)
    const changed = (at: number) => {
      const bytes = Buffer.from(token)
      bytes[at] = (bytes[at] ?? 0) ^ 1
      return bytes
    }
    const pss = ['-keyopt', 'rsa_padding_mode:pss', '-keyopt', 'rsa_pss_saltlen:32', '-md', 'sha256']
    const accept = (about: string, made: Buffer, by: string, isTrusted = true) => ({ about, token: base64(made), by, isTrusted })
    const refuse = (about: string, made: Uint8Array) => ({ about, token: base64(made) })
    const { index, hashes } = parseTlogProof(await log.prove(receipt))
    const extra = writeTimestampExtra({ token: new Uint8Array(token), size, consistency: [] })
    return {
      'log-timestamp': {
        about:
          'Time stamps (RFC 3161) over the bytes of a checkpoint, as base64 of the TimeStampToken, with the certificate that is trusted, and a proof that has one of them in its line "extra". "isTrusted" is whether the certificate of the authority leads to the trusted one.',
        authorities: authority.root,
        receipt,
        keys: log.vkeys,
        proof: writeTlogProof({ extra, index, hashes, checkpoint }),
        checkpoint,
        accepted: [
          accept('openssl ts, ECDSA over P-256', token, 'Time stamp 1 of tests'),
          accept('openssl ts, RSA', stamp(checkpoint, { by: rsa }), 'RSA of tests'),
          accept('openssl ts, ECDSA over P-384', stamp(checkpoint, { by: curve }), 'P-384 of tests'),
          accept('ESSCertID with SHA-1, which RFC 5816 allows', stamp(checkpoint, { essDigest: 'sha1' }), 'Time stamp 1 of tests'),
          accept('RSASSA-PSS', sign(info, rsa, '-cades', ...pss), 'RSA of tests'),
          accept('a signer named by its key', sign(info, signer, '-cades', '-keyid'), 'Time stamp 1 of tests'),
          accept(
            'an issuer that may issue no certificate',
            sign(info, below, '-cades', '-certfile', noIssuer.pem),
            'Below no issuer of tests',
            false,
          ),
          accept('a certificate with an unknown critical extension', sign(info, critical, '-cades'), 'Critical of tests', false),
        ],
        refused: [
          refuse('a stamp of another checkpoint', stamp(`${checkpoint}\n`)),
          refuse('another time', changed(token.indexOf(info) + info.indexOf('Z') - 1)),
          refuse('another signature', changed(token.length - 1)),
          refuse('a truncated token', token.subarray(0, -1)),
          refuse('a byte after the token', Buffer.concat([token, Buffer.alloc(1)])),
          refuse('a certificate without a purpose', sign(info, plain, '-cades')),
          refuse('a certificate with a second purpose', sign(info, more, '-cades')),
          refuse('a certificate whose purpose is not critical', sign(info, uncritical, '-cades')),
          refuse('a certificate whose key may only encrypt', sign(info, usage, '-cades')),
          refuse(
            'a certificate that has expired at that time',
            sign(
              infoOf(token, (time) => `2190${time.slice(4)}`),
              signer,
              '-cades',
            ),
          ),
          refuse(
            'a certificate that was not valid yet at that time',
            sign(
              infoOf(token, (time) => `2020${time.slice(4)}`),
              signer,
              '-cades',
            ),
          ),
          refuse('signed attributes without the certificate of the signer', sign(info, signer)),
          refuse('no certificate', sign(info, signer, '-cades', '-nocerts')),
          refuse('SHA-1', sign(info, signer, '-cades', '-md', 'sha1')),
          refuse('BER with indefinite lengths', sign(info, signer, '-cades', '-stream', '-indef')),
          refuse('two signers', sign(info, signer, '-cades', '-signer', rsa.pem, '-inkey', rsa.key)),
        ],
      },
    }
  } finally {
    authority.close()
  }
}
