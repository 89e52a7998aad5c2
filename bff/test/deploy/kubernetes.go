package deploy

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/yaml"
	strict "sigs.k8s.io/yaml"
)

// Manifests are the objects of a folder, by kind.
type Manifests struct {
	Namespaces   []corev1.Namespace
	Secrets      []corev1.Secret
	Services     []corev1.Service
	StatefulSets []appsv1.StatefulSet
	Budgets      []policyv1.PodDisruptionBudget
	Autoscalers  []autoscalingv2.HorizontalPodAutoscaler
	Policies     []networkingv1.NetworkPolicy
	Ingresses    []networkingv1.Ingress
}

// LoadManifests decodes every manifest of a folder. Unknown fields, duplicate fields and values of
// another type are errors.
func LoadManifests(dir string) (m Manifests, err error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	if err != nil {
		return m, err
	}
	for _, file := range files {
		raw, err := os.ReadFile(file) //nolint:gosec // the files that are checked
		if err != nil {
			return m, err
		}
		if err := m.decode(raw); err != nil {
			return m, fmt.Errorf("%s: %w", filepath.Base(file), err)
		}
	}
	return m, nil
}

func (m *Manifests) decode(file []byte) error {
	documents := yaml.NewYAMLReader(bufio.NewReader(bytes.NewReader(file)))
	for {
		raw, err := documents.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		var kind metav1.TypeMeta
		if err := strict.Unmarshal(raw, &kind); err != nil {
			return err
		}
		switch kind.APIVersion + " " + kind.Kind {
		case "v1 Namespace":
			err = add(&m.Namespaces, raw)
		case "v1 Secret":
			err = add(&m.Secrets, raw)
		case "v1 Service":
			err = add(&m.Services, raw)
		case "apps/v1 StatefulSet":
			err = add(&m.StatefulSets, raw)
		case "policy/v1 PodDisruptionBudget":
			err = add(&m.Budgets, raw)
		case "autoscaling/v2 HorizontalPodAutoscaler":
			err = add(&m.Autoscalers, raw)
		case "networking.k8s.io/v1 NetworkPolicy":
			err = add(&m.Policies, raw)
		case "networking.k8s.io/v1 Ingress":
			err = add(&m.Ingresses, raw)
		default:
			err = fmt.Errorf("unknown kind %s %s", kind.APIVersion, kind.Kind)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", kind.Kind, err)
		}
	}
}

func add[T any](list *[]T, raw []byte) error {
	var object T
	if err := strict.UnmarshalStrict(raw, &object); err != nil {
		return err
	}
	*list = append(*list, object)
	return nil
}
