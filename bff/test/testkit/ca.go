package testkit

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// CA is a certificate authority of one test.
type CA struct {
	Pool *x509.CertPool // trusts this authority only
	PEM  []byte         // its certificate
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

// NewCA creates a certificate authority.
func NewCA(t testing.TB) *CA {
	t.Helper()
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "Test CA"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	key := newKey(t)
	ca := &CA{Pool: x509.NewCertPool(), key: key}
	ca.cert, ca.PEM = sign(t, template, template, key, key)
	ca.Pool.AddCert(ca.cert)
	return ca
}

// Issue returns a certificate of hosts with its private key, both as PEM.
func (ca *CA) Issue(t testing.TB, commonName string, hosts ...string) (cert, key []byte) {
	t.Helper()
	own := newKey(t)
	serial, err := rand.Int(rand.Reader, big.NewInt(1<<62))
	require.NoError(t, err)
	_, cert = sign(t, &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: commonName}, DNSNames: hosts,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}, ca.cert, own, ca.key)
	der, err := x509.MarshalPKCS8PrivateKey(own)
	require.NoError(t, err)
	return cert, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})
}

func newKey(t testing.TB) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	return key
}

// sign returns the certificate of template for own, signed by the authority's key.
func sign(t testing.TB, template, parent *x509.Certificate, own, authority *ecdsa.PrivateKey) (*x509.Certificate, []byte) {
	t.Helper()
	der, err := x509.CreateCertificate(rand.Reader, template, parent, own.Public(), authority)
	require.NoError(t, err)
	cert, err := x509.ParseCertificate(der)
	require.NoError(t, err)
	return cert, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
}
