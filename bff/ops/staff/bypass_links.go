package staff

import (
	"context"
	"net"
	"net/http"

	"github.com/gin-gonic/gin"

	"croupier/bff"
)

// bypassLinks lists the valid bypass links of a brand, without their addresses.
func (s *server) bypassLinks(c *gin.Context, _ *visit) error {
	b := s.brand(c.Param("brand"))
	if b == nil {
		return ReasonNotFound
	}
	reply(c, http.StatusOK, s.Maintenance.BypassLinks(b.ID))
	return nil
}

// addBypassLink replies with a link that bypasses maintenance for an hour. Only this answer has its
// address, which is a credential; neither the audit log nor the store has it.
func (s *server) addBypassLink(c *gin.Context, v *visit) error {
	b := s.brand(c.Param("brand"))
	if b == nil || len(b.Hosts) == 0 {
		return ReasonNotFound
	}
	var link bff.BypassLink
	var token string
	err := s.audited(c, v, Action{Action: "bypass link", Brand: b.ID, Subject: b.ID}, func(ctx context.Context) (_ any, err error) {
		link, token, err = s.Maintenance.AddBypassLink(ctx, b.ID, v.account.Name)
		return link, maintenanceReason(err)
	})
	if err != nil {
		return err
	}
	reply(c, http.StatusCreated, struct {
		bff.BypassLink
		URL string `json:"url"`
	}{link, siteAddress(b, c.Request.Host) + "/?bypass=" + token})
	return nil
}

// revokeBypassLink ends a bypass link on every instance.
func (s *server) revokeBypassLink(c *gin.Context, v *visit) error {
	b, id := s.brand(c.Param("brand")), c.Param("id")
	if b == nil {
		return ReasonNotFound
	}
	err := s.audited(c, v, Action{Action: "bypass link revoked", Brand: b.ID, Subject: b.ID + "/" + id}, func(ctx context.Context) (any, error) {
		return nil, maintenanceReason(s.Maintenance.RevokeBypassLink(ctx, b.ID, id))
	})
	if err != nil {
		return err
	}
	reply(c, http.StatusOK, struct{}{})
	return nil
}

// siteAddress returns the address of a brand's site. The console and the site share the port.
func siteAddress(b *bff.Brand, requestHost string) string {
	scheme, host := "http", b.Hosts[0]
	if b.Sessions.Secure {
		scheme = "https"
	}
	if _, port, err := net.SplitHostPort(requestHost); err == nil {
		host = net.JoinHostPort(host, port)
	}
	return scheme + "://" + host
}
