package deploy

import (
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/moby/buildkit/frontend/dockerfile/instructions"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

const (
	kubernetes   = root + "/configs/deploy/kubernetes"
	serverSchema = root + "/bff/config/schemas/server.json"
	callsFile    = root + "/contracts/calls.yaml"
	// shutdownMargin is what the server adds to the longest deadline (cmd/croupier/serve.go).
	shutdownMargin = 5 * time.Second
)

// noError ends the test if err is not nil.
func noError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func manifests(t *testing.T) Manifests {
	t.Helper()
	m, err := LoadManifests(kubernetes)
	noError(t, err)
	secrets, err := LoadManifests(filepath.Join(kubernetes, "example"))
	noError(t, err)
	m.Secrets = secrets.Secrets
	if len(m.StatefulSets) != 1 || len(m.Services) != 2 || len(m.Budgets) != 1 || len(m.Autoscalers) != 1 || len(m.Policies) != 1 || len(m.Ingresses) != 1 || len(m.Secrets) != 3 {
		t.Fatalf("incomplete: %+v", m)
	}
	return m
}

// environment returns the variables of a container with a fixed value.
func environment(c *corev1.Container) map[string]string {
	out := map[string]string{}
	for _, v := range c.Env {
		out[v.Name] = v.Value
	}
	return out
}

func server(m Manifests) (*appsv1.StatefulSet, *corev1.Container) {
	s := &m.StatefulSets[0]
	return s, &s.Spec.Template.Spec.Containers[0]
}

func TestUnknownFieldsOfManifestsAreRefused(t *testing.T) {
	for name, text := range map[string]string{
		"an unknown field":        "apiVersion: v1\nkind: Service\nspec: { selectors: {} }\n",
		"a value of another type": "apiVersion: v1\nkind: Service\nspec: { ports: { port: 80 } }\n",
		"an unknown kind":         "apiVersion: v1\nkind: Serviec\n",
		"a field that is twice":   "apiVersion: v1\nkind: Service\nkind: Service\n",
	} {
		if err := new(Manifests).decode([]byte(text)); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}

func TestManifestsReferToEachOther(t *testing.T) {
	m := manifests(t)
	set, c := server(m)
	labels := set.Spec.Template.Labels
	matches := func(what string, selector map[string]string) {
		t.Helper()
		for k, v := range selector {
			if labels[k] != v {
				t.Errorf("%s selects %s=%s, pods have %q", what, k, v, labels[k])
			}
		}
		if len(selector) == 0 {
			t.Errorf("%s selects everything", what)
		}
	}
	port := func(what string, p intstr.IntOrString) {
		t.Helper()
		if !slices.ContainsFunc(c.Ports, func(own corev1.ContainerPort) bool { return own.Name == p.StrVal }) {
			t.Errorf("%s: port %s is none of the container", what, p.String())
		}
	}
	matches("the StatefulSet", set.Spec.Selector.MatchLabels)
	matches("the PodDisruptionBudget", m.Budgets[0].Spec.Selector.MatchLabels)
	matches("the NetworkPolicy", m.Policies[0].Spec.PodSelector.MatchLabels)
	services := map[string]corev1.Service{}
	for _, s := range m.Services {
		services[s.Name] = s
		matches("Service "+s.Name, s.Spec.Selector)
		for _, p := range s.Spec.Ports {
			port("Service "+s.Name, p.TargetPort)
		}
	}
	if own := services[set.Spec.ServiceName]; own.Spec.ClusterIP != corev1.ClusterIPNone {
		t.Errorf("the StatefulSet's service %s is not headless", set.Spec.ServiceName)
	}
	if target := m.Autoscalers[0].Spec.ScaleTargetRef; target.Kind != "StatefulSet" || target.Name != set.Name || target.APIVersion != "apps/v1" {
		t.Errorf("the autoscaler scales %+v", target)
	}
	if set.Spec.Replicas != nil {
		t.Error("replicas of the StatefulSet would undo the autoscaler's at every change")
	}
	for _, rule := range m.Policies[0].Spec.Ingress {
		for _, p := range rule.Ports {
			port("the NetworkPolicy", *p.Port)
		}
	}
	checkIngress(t, &m.Ingresses[0], services, m.Secrets)
	for _, object := range []metav1.ObjectMeta{set.ObjectMeta, m.Budgets[0].ObjectMeta, m.Autoscalers[0].ObjectMeta, m.Policies[0].ObjectMeta, m.Ingresses[0].ObjectMeta, m.Services[0].ObjectMeta, m.Services[1].ObjectMeta} {
		if object.Namespace != m.Namespaces[0].Name {
			t.Errorf("%s is in namespace %q", object.Name, object.Namespace)
		}
	}
}

func checkIngress(t *testing.T, in *networkingv1.Ingress, services map[string]corev1.Service, secrets []corev1.Secret) {
	t.Helper()
	for _, rule := range in.Spec.Rules {
		for _, p := range rule.HTTP.Paths {
			to := p.Backend.Service
			if !slices.ContainsFunc(services[to.Name].Spec.Ports, func(own corev1.ServicePort) bool { return own.Name == to.Port.Name }) {
				t.Errorf("%s: no service %s with port %s", rule.Host, to.Name, to.Port.Name)
			}
		}
		if !slices.Contains(in.Spec.TLS[0].Hosts, rule.Host) {
			t.Errorf("%s has no certificate", rule.Host)
		}
	}
	if !slices.ContainsFunc(secrets, func(s corev1.Secret) bool { return s.Name == in.Spec.TLS[0].SecretName }) {
		t.Errorf("no secret %s", in.Spec.TLS[0].SecretName)
	}
}

// The settings exist, the ports are those that the server listens at, and the files that variables name
// are mounted.
func TestManifestsFitTheServer(t *testing.T) {
	m := manifests(t)
	set, c := server(m)
	known, err := settings(serverSchema)
	noError(t, err)
	mounted, volumes := map[string]string{}, map[string]string{}
	for _, v := range set.Spec.Template.Spec.Volumes {
		volumes[v.Name] = v.Secret.SecretName
	}
	for _, claim := range set.Spec.VolumeClaimTemplates {
		volumes[claim.Name] = "claim"
	}
	for _, v := range c.VolumeMounts {
		mounted[v.MountPath] = volumes[v.Name]
		if volumes[v.Name] == "" {
			t.Errorf("volume %s is not defined", v.Name)
		}
	}
	env := environment(c)
	for name, value := range env {
		if strings.HasPrefix(name, "CROUPIER_") && !known[name] {
			t.Errorf("%s is no setting", name)
		}
		if !strings.HasSuffix(name, "_FILE") {
			continue
		}
		at := slices.IndexFunc(m.Secrets, func(s corev1.Secret) bool { return s.Name == mounted[path.Dir(value)] })
		if at < 0 {
			t.Errorf("%s: %s is in no mounted secret (%v)", name, value, slices.Collect(maps.Keys(mounted)))
		} else if _, ok := m.Secrets[at].StringData[path.Base(value)]; !ok {
			t.Errorf("%s: the secret %s has no %s", name, m.Secrets[at].Name, path.Base(value))
		}
	}
	if mounted[env["CROUPIER_DATA_DIR"]] != "claim" {
		t.Errorf("the data folder %s has no volume of its own", env["CROUPIER_DATA_DIR"])
	}
	for name, variable := range map[string]string{"http": "CROUPIER_LISTEN", "admin": "CROUPIER_ADMIN_LISTEN"} {
		_, number, _ := strings.Cut(env[variable], ":")
		if !slices.ContainsFunc(c.Ports, func(p corev1.ContainerPort) bool {
			return p.Name == name && fmt.Sprint(p.ContainerPort) == number
		}) {
			t.Errorf("port %s is not that of %s=%s", name, variable, env[variable])
		}
	}
	for probe, path := range map[*corev1.Probe]string{c.LivenessProbe: "/healthz", c.ReadinessProbe: "/readyz", c.StartupProbe: "/healthz"} {
		if probe.HTTPGet.Path != path || probe.HTTPGet.Port.StrVal != "http" {
			t.Errorf("probe %+v, want %s", probe.HTTPGet, path)
		}
	}
}

func TestPodsAreStoppedWithoutLosingCalls(t *testing.T) {
	set, c := server(manifests(t))
	notice, err := time.ParseDuration(environment(c)["CROUPIER_DRAIN_NOTICE"])
	noError(t, err)
	longest, err := longestDeadline(callsFile)
	noError(t, err)
	if longest < 10*time.Second {
		t.Fatalf("longest deadline %s", longest)
	}
	grace := time.Duration(*set.Spec.Template.Spec.TerminationGracePeriodSeconds) * time.Second
	if need := notice + longest + shutdownMargin; grace <= need {
		t.Errorf("killed after %s, needs up to %s", grace, need)
	}
	ready := c.ReadinessProbe
	if noticed := time.Duration(ready.PeriodSeconds*ready.FailureThreshold+ready.TimeoutSeconds) * time.Second; notice <= noticed {
		t.Errorf("drain.notice is %s; the failed probes take %s", notice, noticed)
	}
}

func TestPodsRunAsTheImagesUserWithoutPrivileges(t *testing.T) {
	set, c := server(manifests(t))
	r, err := image(t).Runtime("production")
	noError(t, err)
	uid, gid := owner(r.User)
	pod := set.Spec.Template.Spec.SecurityContext
	if *pod.RunAsUser != int64(uid) || *pod.RunAsGroup != int64(gid) || *pod.FSGroup != int64(gid) || !*pod.RunAsNonRoot {
		t.Errorf("pods run as %d:%d, the image as %s", *pod.RunAsUser, *pod.RunAsGroup, r.User)
	}
	own := c.SecurityContext
	if *own.AllowPrivilegeEscalation || !*own.ReadOnlyRootFilesystem || !slices.Equal(own.Capabilities.Drop, []corev1.Capability{"ALL"}) {
		t.Errorf("privileges: %+v", own)
	}
	configured, err := parseDockerfile(kubernetes + "/Dockerfile")
	noError(t, err)
	runs := runtimeOf(configured)
	if !slices.Equal(c.Args, runs.Command) {
		t.Errorf("arguments %q, the image with a configuration has %q", c.Args, runs.Command)
	}
	if configuration := c.Args[len(c.Args)-1]; !slices.ContainsFunc(Copies(configured[0]), func(f *instructions.CopyCommand) bool { return f.DestPath == configuration }) {
		t.Errorf("the image has no %s", configuration)
	}
}
